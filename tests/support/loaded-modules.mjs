import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Given to a server by `--import`: writes down the address of each module that it loads.
registerHooks({
  load: (url, context, next) => {
    appendFileSync(process.env.LOADED_MODULES, `${url}\n`);
    return next(url, context);
  },
});
