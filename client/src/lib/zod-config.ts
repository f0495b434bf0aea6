// zod compiles validators by `new Function` where it may. Our content security policy forbids that, and each try is
// reported. Set before zod is loaded: it reads this when it starts.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
