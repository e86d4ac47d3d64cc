import { createRoot } from 'react-dom/client';
import { servedConfig } from './adapters/backoffice/config.ts';
import { browserEnvironment } from './adapters/environment.ts';
import { createAdapters } from './adapters/run-commands.ts';
import { defaultMessages } from './i18n/messages.ts';
import { createApp } from './machines/app.ts';
import { App } from './views/app/App.tsx';
import type { AppHandle } from './views/app/app-context.tsx';
import { textLookup } from './views/app/text-lookup.ts';
import './views/kit/tokens.css';
import './views/kit/base.css';

/* The only place that wires log, actors, adapters and views together. */

const environment = browserEnvironment();
const tenant = decodeURIComponent(window.location.pathname.split('/', 2)[1] ?? '');
const texts = textLookup(defaultMessages);

const app = createApp({ now: environment.now, onCommand: (command) => adapters.run(command) });
const adapters = createAdapters({
  append: (event) => app.append(event),
  config: servedConfig(environment),
  tenant,
  environment,
  textOf: texts.textOf,
});

let temps = 0;
const handle: AppHandle = {
  directory: app.directory,
  append: (event) => app.append(event),
  now: environment.now,
  ownNow: () => Date.now(),
  newClientId: environment.uuid,
  newTempId: () => `${(temps += 1)}-temp`,
  keepSecret: adapters.vault.keep,
  readSecret: adapters.vault.read,
  prepareAdministration: async () => {
    const [{ createScreens }, parts] = await Promise.all([
      import('./machines/directory/screens.ts'),
      import('./adapters/administration/parts.ts'),
    ]);
    app.directory.useScreens(createScreens);
    return parts;
  },
};

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

adapters.start();
createRoot(root).render(<App app={handle} tenant={tenant} onNavigator={adapters.useNavigate} onMessages={texts.use} />);
