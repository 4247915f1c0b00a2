/// The solver as Python sees it.
#include "bind/bind.h"

namespace tengen {

void bind_solver(nb::module_&) {}

}  // namespace tengen
