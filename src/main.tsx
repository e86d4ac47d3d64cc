import { createRoot } from 'react-dom/client';
import { servedConfig } from './adapters/backoffice/config.ts';
import { late } from './adapters/late.ts';
import { createAdapters } from './adapters/run-commands.ts';
import type { KeptLog } from './adapters/storage/log-keeping.ts';
import { endOf, readStoredLog } from './adapters/storage/stored-log.ts';
import type { FoundLog } from './adapters/storage/stored-log.ts';
import { defaultMessages } from './i18n/messages.ts';
import { listArea } from './i18n/areas/list.ts';
import { createApp, emptyLog } from './machines/app.ts';
import type { App as Machines } from './machines/app.ts';
import type { Command } from './machines/log/command.ts';
import { createJournal } from './machines/log/journal.ts';
import { App } from './views/app/App.tsx';
import type { AppHandle } from './views/app/app-context.tsx';
import { inDefault, inDefaultWith } from './views/app/catalogue.tsx';
import type { Catalogue } from './views/app/catalogue.tsx';
import { textLookup } from './views/app/text-lookup.ts';
import { ConversationList } from './views/attendance/AttendanceScreen.tsx';
import { environment, showsList, takeReading, tenant } from './reading.ts';
import './views/kit/tokens.css';
import './views/kit/base.css';

/* The only place that wires log, actors, adapters and views together. */

/** Delay before the page is made available offline. */
const INSTALL_AFTER_MS = 5_000;
/** A page that opens locked shows no screen: the rest of the code waits for one only so long (milliseconds). */
const SHOWN_WITHIN_MS = 2_000;
/** Once the stored log is read, the drawing waits for the list's code only so long (milliseconds). */
const LIST_WITHIN_MS = 100;

const texts = textLookup(defaultMessages);

let onShown = (): void => undefined;
const whenShown = new Promise<void>((resolve) => {
  onShown = resolve;
});
setTimeout(onShown, SHOWN_WITHIN_MS);

const whenListLoaded = listTexts();
// The time machine shows its screens in a frame, with no adapters. Neither is awaited: what loads later waits for this module.
if (window.frameElement)
  void import('./views/time-machine/frame.tsx').then(({ startFrame }) => startFrame(window, createRoot));
else void readStoredLog(environment, tenant, takeReading()).then(async (found) => start(found, await textsFor(found)));

/** The list's texts, and its code, where a stored log may have its rows: drawing the frame without them takes longer. */
async function listTexts(): Promise<Catalogue> {
  if (!(await showsList)) return inDefault;
  const list = Promise.all([inDefaultWith(listArea), ConversationList.preload()]);
  return list.then(
    ([catalogue]) => catalogue,
    () => inDefault,
  );
}

function textsFor({ stored }: FoundLog): Promise<Catalogue> | Catalogue {
  if (stored === null) return inDefault;
  const atLatest = new Promise<Catalogue>((resolve) => setTimeout(() => resolve(inDefault), LIST_WITHIN_MS));
  return Promise.race([whenListLoaded, atLatest]);
}

function start(found: FoundLog, catalogue: Catalogue): void {
  const onCommand = (command: Command) => adapters.run(command);
  const [app, keeps] = restoreFrom(found, onCommand);
  const config = servedConfig(environment);
  const adapters = createAdapters({
    keeps,
    append: (event) => app.append(event),
    config,
    tenant,
    environment,
    textOf: texts.textOf,
    whenShown,
  });

  /** Loaded with the first voice message. */
  const loadPeaks = late(async () => (await import('./adapters/desktop/audio-peaks.ts')).createPeaks());

  let tempCount = 0;
  const handle: AppHandle = {
    directory: app.directory,
    onShown,
    append: (event) => app.append(event),
    now: environment.now,
    ownNow: () => Date.now(),
    newClientId: environment.uuid,
    newTempId: () => `${(tempCount += 1)}-temp`,
    keepSecret: adapters.vault.keep,
    readSecret: adapters.vault.read,
    files: {
      ...adapters.files,
      peaks: async (messageId, url) => (await loadPeaks())(messageId, url),
    },
    prepareReport: async () => {
      const [{ prepareReport }, { reportOf }] = await Promise.all([
        import('./adapters/report.ts'),
        import('./machines/log/report.ts'),
      ]);
      return prepareReport(reportOf(keeps.journal.whole()), environment);
    },
    timeMachine: async () => (await import('./adapters/time-machine.ts')).createTimeMachine(keeps.journal, config),
    showsOwnLog: async () => (await config())?.demo === true,
    prepareAdministration: async () => {
      const { administration } = await import('./machines/administration.ts');
      administration(app.directory.add);
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
  // Long after the page is usable: neither is needed to show it.
  if (document.readyState === 'complete') installLater();
  else window.addEventListener('load', installLater);
  const page = createRoot(root, {
    // Screens catch their own.
    onUncaughtError: (thrown) => {
      console.error(thrown);
      void import('./views/app/CrashedApp.tsx').then(({ showCrash }) => showCrash(page, handle, tenant), console.error);
    },
  });
  page.render(
    <App
      app={handle}
      tenant={tenant}
      catalogue={catalogue}
      onNavigator={adapters.useNavigate}
      onMessages={texts.use}
    />,
  );
}

/** Starts from an empty log if this version can't use the stored one. */
function restoreFrom(found: FoundLog, onCommand: (command: Command) => void): [Machines, KeptLog] {
  const stored = found.stored ?? emptyLog;
  try {
    const app = createApp({ now: environment.now, onCommand, stored });
    return [app, { log: app.log, journal: createJournal(app, stored), found: endOf(found) }];
  } catch (error) {
    environment.console.warn('stored log', error);
    return restoreFrom({ stored: null, failure: 'damaged' }, onCommand);
  }
}
