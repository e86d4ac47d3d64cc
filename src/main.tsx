import { createRoot } from 'react-dom/client';
import { servedConfig } from './adapters/backoffice/config.ts';
import type { createPeaks } from './adapters/desktop/audio-peaks.ts';
import { browserEnvironment } from './adapters/environment.ts';
import { createAdapters } from './adapters/run-commands.ts';
import type { KeptLog } from './adapters/run-commands.ts';
import { endOf, readStoredLog } from './adapters/storage/stored-log.ts';
import type { FoundLog } from './adapters/storage/stored-log.ts';
import { defaultMessages } from './i18n/messages.ts';
import { createApp, emptyLog } from './machines/app.ts';
import type { App as Machines } from './machines/app.ts';
import type { Command } from './machines/log/command.ts';
import { createJournal } from './machines/log/journal.ts';
import { App } from './views/app/App.tsx';
import type { AppHandle } from './views/app/app-context.tsx';
import { textLookup } from './views/app/text-lookup.ts';
import './views/kit/tokens.css';
import './views/kit/base.css';

/* The only place that wires log, actors, adapters and views together. */

/** From the loaded page until it is made to open without a network. */
const INSTALL_AFTER_MS = 5_000;

const environment = browserEnvironment();
const tenant = decodeURIComponent(window.location.pathname.split('/', 2)[1] ?? '');
const texts = textLookup(defaultMessages);

const found = await readStoredLog(environment, tenant);
const onCommand = (command: Command) => adapters.run(command);
const [app, keeps] = restoreFrom(found);
const adapters = createAdapters({
  keeps,
  append: (event) => app.append(event),
  config: servedConfig(environment),
  tenant,
  environment,
  textOf: texts.textOf,
});

/** Starts from an empty log if this version can't use the stored one. */
function restoreFrom(found: FoundLog): [Machines, KeptLog] {
  const stored = found.stored ?? emptyLog;
  try {
    const app = createApp({ now: environment.now, onCommand, stored });
    return [app, { log: app.log, journal: createJournal(app, stored), found: endOf(found) }];
  } catch (error) {
    environment.console.warn('stored log', error);
    return restoreFrom({ stored: null, failure: 'damaged' });
  }
}

/** Loaded with the first voice message. */
let peaks: Promise<ReturnType<typeof createPeaks>> | undefined;

let tempCount = 0;
const handle: AppHandle = {
  directory: app.directory,
  append: (event) => app.append(event),
  now: environment.now,
  ownNow: () => Date.now(),
  newClientId: environment.uuid,
  newTempId: () => `${(tempCount += 1)}-temp`,
  keepSecret: adapters.vault.keep,
  readSecret: adapters.vault.read,
  files: {
    ...adapters.files,
    peaks: async (messageId, url) => {
      peaks ??= import('./adapters/desktop/audio-peaks.ts').then(
        (loaded) => loaded.createPeaks(),
        (error: unknown) => {
          // Without a network: loaded again with the next voice message.
          peaks = undefined;
          throw error;
        },
      );
      return (await peaks)(messageId, url);
    },
  },
  prepareReport: async () => {
    const [{ prepareReport }, { reportOf }] = await Promise.all([
      import('./adapters/report.ts'),
      import('./machines/log/report.ts'),
    ]);
    return prepareReport(reportOf(keeps.journal.whole()), environment);
  },
  prepareAdministration: async () => {
    const { createScreens } = await import('./machines/directory/screens.ts');
    app.directory.useScreens(createScreens);
  },
};

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

adapters.start();
const installLater = (): void => {
  setTimeout(() => {
    import('./adapters/desktop/installing.ts').then(
      ({ install }) => install(tenant),
      () => undefined,
    );
  }, INSTALL_AFTER_MS);
};
// Once the page has long been of use: it needs neither to be shown.
if (document.readyState === 'complete') installLater();
else window.addEventListener('load', installLater);
createRoot(root).render(<App app={handle} tenant={tenant} onNavigator={adapters.useNavigate} onMessages={texts.use} />);
