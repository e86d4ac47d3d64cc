import { registerHooks } from 'node:module';

/* Preloaded into a server (`--import`): its argon2 becomes cheap, so that what else a login does isn't lost in the hash's own variance. */

const STAND_IN = new URL('./cheap-argon2.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@node-rs/argon2' && context.parentURL !== STAND_IN
      ? { url: STAND_IN, shortCircuit: true }
      : next(specifier, context),
});
