//! What every random program about conditions and contracts declares; the numbers in it differ from program to program.

use fastrand::Rng;

/// The lines of a declarative part.
pub fn declarations(random: &mut Rng) -> Vec<String> {
    let (low, high) = (random.i32(-2..2), random.i32(4..8));
    let (limit, divisor) = (random.i32(3..8), random.i32(2..5));
    let parts = [
        OBJECTS,
        RECORDS,
        ARRAYS,
        HELD_SPECIFICATION,
        HELD_BODY,
        CONTRACTS,
        RECURSIONS,
        LOOPS,
        GENERICS,
        EXCEPTIONS,
        VARIABLES,
    ];
    let given = [("@low", low), ("@high", high), ("@limit", limit), ("@divisor", divisor)];
    let fill = |line: &str| {
        given.iter().fold(line.to_string(), |text, (name, value)| {
            let value = if *value < 0 { format!("({value})") } else { value.to_string() };
            text.replace(name, &value)
        })
    };
    parts.iter().flat_map(|part| part.lines()).filter(|line| !line.is_empty()).map(fill).collect()
}

const OBJECTS: &str = "
Oops : exception;
Count, N, I, Met : Integer := 0;
function Next return Integer is begin Count := Count + 1; return Count; end Next;
function Seen (X : Integer) return Boolean is begin Count := Count + 1; return X > @low; end Seen;
subtype Even is Integer with Dynamic_Predicate => Even mod @divisor = 0;
subtype Odd is Integer with Dynamic_Predicate => Odd mod 2 /= 0;
subtype Picked is Integer with Static_Predicate => Picked in 1 | 3 | 5 .. 7;
subtype Low is Integer range @low .. @high;
subtype Bound is Integer with Dynamic_Predicate => Bound < @limit, Predicate_Failure => raise Constraint_Error;
subtype Choice is Integer with Dynamic_Predicate => Choice > 0, Predicate_Failure => (if Choice = 0 then raise Constraint_Error elsif Choice = -1 then raise Oops else \"x\");
procedure Add (X : in out Integer; By : Integer) is begin X := X + By; end Add;
function Half (X : Even) return Low is (X / 2);
";

const RECORDS: &str = "
type Pair is record L, R : Integer; end record with Dynamic_Predicate => Pair.L <= Pair.R;
type Plain is record L, R : Integer := @limit; end record;
subtype Tight is Plain with Dynamic_Predicate => Tight.L < Tight.R;
type Turned is new Plain with Dynamic_Predicate => Turned.L > Turned.R;
type Pairs is array (1 .. 2) of Pair;
type Row is array (Positive range <>) of Integer;
subtype Three is Row (1 .. 3);
type Odd_Ones is array (1 .. 2) of Odd;
type Outer is record P : Pair := (1, @high); S : Three := (others => @low); E : Even := @limit; end record;
type Var (D : Boolean := False) is record case D is when True => A : Low; when False => B : Even; end case; end record;
procedure Use_Pair (X : Pair) is null;
procedure Use_Tight (X : Tight) is begin N := N + X.R; end Use_Tight;
procedure Use_Turned (X : Turned) is begin N := N - X.R; end Use_Turned;
procedure Set_Left (X : in out Pair; To : Integer) is begin X.L := To; end Set_Left;
procedure Set_Plain (X : in out Plain; L, R : Integer) is begin X := (L, R); end Set_Plain;
procedure Fill_Tight (X : out Tight; R : Integer) is begin X.L := @low; X.R := R; end Fill_Tight;
function Made (L, R : Integer) return Pair is ((L, R));
function Slowly_Made (L, R : Integer) return Pair is begin return X : Pair := (0, 100) do X.L := L; X.R := R; end return; end Slowly_Made;
procedure Show_Both (X : Pairs) is begin for Y of X loop Use_Pair (Y); end loop; end Show_Both;
procedure Change (X : in out Var; To : Integer) is begin X := (D => False, B => To); end Change;
";

const ARRAYS: &str = "
subtype Sorted is Row with Dynamic_Predicate => (for all K in Sorted'First .. Sorted'Last - 1 => Sorted (K) <= Sorted (K + 1));
procedure Use_Sorted (X : Sorted) is begin N := N + X'Length; end Use_Sorted;
procedure Spoil_Sorted (X : in out Sorted; To : Integer) is begin X (X'First) := To; end Spoil_Sorted;
function Sorted_Of (X, Y, Z : Integer) return Sorted is ((X, Y, Z));
procedure Clear (X : out Row) is begin X := (others => 0); end Clear;
procedure Mark (X : in out Row; To : Integer) is begin X (X'Last) := To; X := (X'First => To + 1) & X (X'First + 1 .. X'Last); end Mark;
procedure Bump_All (X : in out Row) is begin for Y of X loop Y := Y + 1; end loop; end Bump_All;
procedure Three_Only (X : in out Three) is begin X (1) := X (3) + @limit; end Three_Only;
procedure Count_Down (X : in out Row) is begin if X'Length > 1 then X (X'First) := X'Length; Count_Down (X (X'First + 1 .. X'Last)); end if; end Count_Down;
procedure Exchange (X, Y : in out Row) is T : constant Row (X'Range) := X; begin X := Y; Y := T; end Exchange;
function Largest (X : Row) return Integer with Pre => X'Length > 0, Post => (for all Y of X => Y <= Largest'Result) and (for some Y of X => Y = Largest'Result);
function Largest (X : Row) return Integer is R : Integer := X (X'First); begin for Y of X loop if Y > R and Y /= 5 then R := Y; end if; end loop; return R; end Largest;
procedure Elements (X : in out Row; By : Integer) with Post => (for all K in X'Range => X (K) >= X'Old (K));
procedure Elements (X : in out Row; By : Integer) is begin for K in X'Range loop X (K) := X (K) + By * K; end loop; end Elements;
function Numbers return Three is begin Count := Count + 1; return (Count, @low, @high); end Numbers;
procedure Overlap (X : in out Integer; Y : Row; To : Integer) is begin X := To; N := Y (1); end Overlap;
";

const HELD_SPECIFICATION: &str = "
package Held is
   type Thing is private;
   type Fresh is private with Default_Initial_Condition => Value (Fresh) < @limit;
   type Two is record A, B : Thing; end record;
   type Many is array (1 .. 3) of Thing;
   function Get (X : Thing) return Integer;
   function Value (X : Fresh) return Integer;
   procedure Reset (X : out Thing);
   procedure Set (X : in out Thing; To : Integer);
   function Make (To : Integer) return Thing;
   procedure Set_Second (X : in out Two; To : Integer);
   procedure Set_Third (X : in out Many; To : Integer);
   function Peek (X : Thing; By : Integer) return Integer;
   procedure Set_Inside (X : in out Thing; First, Last : Integer);
   procedure Give (X : out Thing; To : Integer) with Post => Get (X) /= @high;
   function Make_Both (X, Y : Integer) return Two;
   procedure Maybe (X : in out Thing; To : Integer);
private
   type Thing is record V : Integer := 1; end record with Type_Invariant => Thing.V < @limit;
   type Fresh is record V : Integer := 5; end record;
   function Get (X : Thing) return Integer is (X.V);
   function Value (X : Fresh) return Integer is (X.V);
   function Peek (X : Thing; By : Integer) return Integer is (X.V / By);
end Held;
";

const HELD_BODY: &str = "
package body Held is
   procedure Hidden_Set (X : in out Thing; To : Integer) is begin X.V := To; end Hidden_Set;
   procedure Reset (X : out Thing) is begin X.V := 1; end Reset;
   procedure Set (X : in out Thing; To : Integer) is begin Hidden_Set (X, To); end Set;
   function Make (To : Integer) return Thing is ((V => To));
   procedure Set_Second (X : in out Two; To : Integer) is begin X.B.V := To; end Set_Second;
   procedure Set_Third (X : in out Many; To : Integer) is begin X (3).V := To; end Set_Third;
   procedure Set_Inside (X : in out Thing; First, Last : Integer) is begin X.V := First; Hidden_Set (X, X.V + 1); X.V := Last; end Set_Inside;
   procedure Give (X : out Thing; To : Integer) is begin X := (V => To); end Give;
   function Make_Both (X, Y : Integer) return Two is ((A => (V => X), B => (V => Y)));
   procedure Maybe (X : in out Thing; To : Integer) is begin if To > 2 then X.V := To; return; end if; X.V := 0; end Maybe;
end Held;
";

const CONTRACTS: &str = "
procedure Lemma (X, Y : Integer) with Pre => X < @limit, Post => X < Y or X + Y > 0;
procedure Lemma (X, Y : Integer) is null;
procedure Ensured (X : Integer) with Post => X > @low;
procedure Ensured (X : Integer) is null;
procedure By_Cases (X : in out Integer; Y : Integer) with Contract_Cases => (Y > 3 => X = X'Old + Y, Y < 0 => X < X'Old, others => X = X'Old or X = 0);
procedure By_Cases (X : in out Integer; Y : Integer) is begin X := (if Y > 3 then X + Y elsif Y = -2 then X elsif Y < 0 then X - 1 else X); end By_Cases;
function Cases_Of (X : Integer) return Integer with Contract_Cases => (X > 2 => Cases_Of'Result > X, (X in -1 .. 3) => Cases_Of'Result < X);
function Cases_Of (X : Integer) return Integer is (if X > 2 then X + 1 - X / 6 * 2 else X - 1);
procedure Base_Of (X : Integer; Y : in out Integer) is begin Y := Y + X; end Base_Of;
procedure Renamed (X : Integer; Y : in out Integer) with Pre => X > @low, Post => Y > Y'Old;
procedure Renamed (X : Integer; Y : in out Integer) renames Base_Of;
function Expressed (X : Integer) return Integer with Pre => X /= @limit, Post => Expressed'Result >= 0;
function Expressed (X : Integer) return Integer is (X * 2 + 1);
package Sealed is
   procedure Step (X : in out Integer);
   function Twice (X : Integer) return Integer with Post => Twice'Result > -3;
end Sealed;
package body Sealed is
   procedure Step (X : in out Integer) with Refined_Post => X = X'Old + 1 is begin if X /= @limit then X := X + 1; end if; end Step;
   function Twice (X : Integer) return Integer with Refined_Post => Twice'Result mod 2 = 0 is begin return (if X = @high then 7 else X * 2); end Twice;
end Sealed;
procedure Keep_Old (X : in out Integer; Y : Integer) with Post => (if Y > 2 then X = X'Old + 1 else X'Old >= X);
procedure Keep_Old (X : in out Integer; Y : Integer) is begin X := X + (if Y > 0 then 1 else 0); end Keep_Old;
procedure Old_Element (X : in out Row; K : Integer) with Post => (K < 1 or K > 4) or else X (K)'Old < X (K);
procedure Old_Element (X : in out Row; K : Integer) is begin if K in X'Range then X (K) := X (K) + K - 2; end if; end Old_Element;
procedure Old_Call (X : in out Integer; Y : Integer) with Post => Next'Old = 1 and then Count >= 1 and then X > X'Old - Y;
procedure Old_Call (X : in out Integer; Y : Integer) is begin X := X - 1; end Old_Call;
procedure Give_Out (X : out Integer; Y : Integer) with Post => X > Y;
procedure Give_Out (X : out Integer; Y : Integer) is begin X := Y * Y - Y; end Give_Out;
procedure Early (X : in out Integer; Y : Integer) with Post => X >= 0;
procedure Early (X : in out Integer; Y : Integer) is begin X := Y; if Y < 2 then return; end if; X := X - 3; end Early;
procedure Needs_Small (X : Low) is begin N := N + X; end Needs_Small;
function Needs_Positive (X : Positive) return Positive is (X + 1);
procedure Watched (X : Integer) with Pre => Seen (X) and then X < @limit;
procedure Watched (X : Integer) is null;
procedure No_Way_Back (X : Integer) with No_Return;
procedure No_Way_Back (X : Integer) is begin if X > 2 then raise Oops; end if; end No_Way_Back;
";

const RECURSIONS: &str = "
function Down (X : Integer) return Integer with Subprogram_Variant => (Decreases => X);
function Down (X : Integer) return Integer is begin if X <= 0 then return 0; elsif X = @high then return Down (X + 1); end if; return Down (X - 2) + 1; end Down;
function Two_Ways (X, Y : Natural) return Natural with Subprogram_Variant => (Decreases => X, Increases => Y);
function Two_Ways (X, Y : Natural) return Natural is (if X = 0 then Y elsif Y > 5 then Two_Ways (X - 1, 0) elsif X = 2 and Y = @limit then Two_Ways (2, Y) else Two_Ways (X, Y + 1));
";

const LOOPS: &str = "
procedure Looping (X : Integer; Y : in out Integer) is begin for K in 1 .. X loop Y := Y + K; pragma Loop_Invariant (Y < 15); end loop; end Looping;
procedure Varying (X : Integer; Y : in out Integer) is K : Integer := X; begin while K > 0 loop pragma Loop_Variant (Decreases => K); K := K - (if K = @limit then 0 else 1); Y := Y + 1; end loop; end Varying;
";

const GENERICS: &str = "
generic X : in out Integer; By : Integer; procedure Bump;
procedure Bump is begin X := X + By; end Bump;
generic type Item is private; Start : Item; package Cell is procedure Put (X : Item); function Get return Item; private V : Item := Start; end Cell;
package body Cell is procedure Put (X : Item) is begin V := X; end Put; function Get return Item is (V); end Cell;
generic with procedure Do_It (X : Integer) is null; procedure Twice_Do (X : Integer);
procedure Twice_Do (X : Integer) is begin Do_It (X); Do_It (X - 2); end Twice_Do;
generic type Vector is array (Positive range <>) of Integer; with function Before (L, R : Integer) return Boolean; function Most (X : Vector) return Integer;
function Most (X : Vector) return Integer is R : Integer := X (X'First); begin for Y of X loop if Before (Y, R) then R := Y; end if; end loop; return R; end Most;
function Below (L, R : Integer) return Boolean is (L < R) with Pre => L /= @high;
generic type Number is range <>; function Checked_Add (L, R : Number) return Number with Pre => L >= 0, Post => Checked_Add'Result > L;
function Checked_Add (L, R : Number) return Number is (L + R);
";

const EXCEPTIONS: &str = "
procedure Careful (X : Integer; Y : in out Integer) is begin Y := 50; if X > 2 then raise Oops; end if; Y := Y + 1; end Careful;
function Handled (X : Integer) return Integer is begin return 10 / X; exception when Constraint_Error => return -1; end Handled;
function Strict (X : Integer) return Bound is (X);
function Choosy (X : Integer) return Choice is (X);
";

const VARIABLES: &str = "
A : Row (1 .. 4) := (others => 0);
P, Q : Pair := (0, 0);
T : Plain;
E : Even := 0;
V : Var;
O : Outer := ((0, 0), (1, 2, 3), 0);
Both : Pairs := ((1, 2), (3, 4));
H : Held.Thing;
W : Held.Two;
Z : Held.Many;
procedure Hidden_Write (X : Row; To : Integer) is begin A (1) := To; N := X (1); end Hidden_Write;
";
