// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/register/known_pair.hpp"

namespace coarsen::test {

FlowPairSettings knownFlow() {
    FlowPairSettings settings;
    settings.seed = 2;
    return settings;
}

Registration registered(const FlowPair& pair, RegistrationSettings settings) {
    settings.threads = 1;
    return registerVolumes(pair.fixed, pair.moved, settings, *cpuSimdRegistration());
}

EndPointErrors errorsOf(const Registration& answer, const FlowPair& pair) {
    return endPointErrors(answer.u.size, answer.u.along, pair.u);
}

}  // namespace coarsen::test
