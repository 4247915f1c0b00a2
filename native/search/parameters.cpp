#include "search/parameters.h"

namespace tengen {

std::vector<std::pair<std::string, int>> list_parameters() {
#define X(name, value) {#name, parameters::name},
    return {TENGEN_PARAMETERS(X)};
#undef X
}

bool set_parameter([[maybe_unused]] const std::string& name, [[maybe_unused]] int value) {
#ifdef TENGEN_TUNING
#define X(parameter, unused)           \
    if (name == #parameter) {          \
        parameters::parameter = value; \
        return true;                   \
    }
    TENGEN_PARAMETERS(X)
#undef X
#endif
    return false;
}

}  // namespace tengen
