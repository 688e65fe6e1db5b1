// part-of: account.ll
#include "cairn.h"
namespace bank {
class Account {
    long number;
    int balance;
public:
    void withdraw(int amount) {
        balance -= amount;   //~ violated overflow, proved pointer
        check(balance >= 0 && amount > 0);   //~ violated assertion
    }
};
}
