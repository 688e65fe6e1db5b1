never {
T0_init:
  if
  :: (callof_lock) -> goto T1
  :: (1) -> goto T0_init
  fi;
T1:
  if
  :: (callof_lock) -> goto accept_all
  :: (!callof_unlock && !callof_lock) -> goto T1
  fi;
accept_all:
  skip
}
