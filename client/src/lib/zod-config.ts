// zod compiles validators with `new Function`, which our CSP forbids and reports. Set before zod loads.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
