import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { createApp } from '../../src/machines/app.ts';
import type { StoredLog } from '../../src/machines/app.ts';
import { laterParts } from '../support/later-parts.ts';
import type { Command, CommandOf, CommandType } from '../../src/machines/log/command.ts';
import type { Viewer } from '../../src/machines/entities/viewer.ts';
import type { AppEvent, Logged } from '../../src/machines/log/event.ts';
import type { ListName, ListPage } from '../../src/machines/log/events-administration.ts';
import type { FormName, FormValues } from '../../src/machines/entities/forms.ts';
import { AppProvider, type LogSource } from '../../src/views/app/app-context.tsx';
import { AriaLocale } from '../../src/views/kit/aria-locale.tsx';
import { LocaleProvider } from '../../src/views/layout/LocaleProvider.tsx';
import { allMessages } from '../support/all-messages.ts';
import { START, anaViewing } from '../support/builders.ts';
import { opened, storedSessionOf } from '../machines/session-support.ts';
import './kit-render.tsx';
import { noFiles } from '../support/no-files.ts';

interface ScreenOptions {
  /** The address; home when left out. */
  readonly at?: string;
  /** Nobody is logged in; otherwise Ana is. */
  readonly isAnonymous?: boolean;
  /** It is somebody of the platform's, come in as support from the company of this address. */
  readonly supportFrom?: string;
  /** And what this one is called. */
  readonly supportIn?: string;
  /** The version of the contract that the tab was reloaded for. */
  readonly reloadedFor?: number;
  /** Somebody else than Ana is logged in. */
  readonly viewer?: Viewer;
  /** What o’clock it is for the views; the test's start when left out. */
  readonly clock?: () => number;
  /** What o’clock the computer itself says; the same when left out. */
  readonly ownClock?: () => number;
  /** What the vault keeps already, by its name. */
  readonly kept?: Readonly<Record<string, string>>;
  /** What an earlier page stored; nothing when left out. */
  readonly stored?: StoredLog;
  /** Loads the machines of lists and forms; at once when left out. */
  readonly prepare?: () => Promise<void>;
  /** Logs for the time machine; none when left out. */
  readonly logs?: LogSource;
}

/** A screen of the administration over the real machines; the test answers what they ask for. */
export async function renderScreen(
  view: ReactNode,
  {
    at = '/',
    isAnonymous = false,
    supportFrom,
    supportIn,
    reloadedFor,
    viewer = anaViewing,
    clock = () => START,
    ownClock = clock,
    kept = {},
    stored,
    prepare = async () => undefined,
    logs,
  }: ScreenOptions = {},
) {
  const messages = await allMessages('pt_BR');
  const commands: Command[] = [];
  let now = START;
  const app = createApp({
    now: () => (now += 1000),
    onCommand: (command) => void commands.push(command),
    later: laterParts,
    ...(stored !== undefined && { stored }),
  });
  const events: Logged[] = [];
  app.log.subscribe((event) => events.push(event));
  app.append(
    isAnonymous
      ? opened(null)
      : opened(
          supportFrom === undefined ? storedSessionOf(viewer) : { ...storedSessionOf(viewer), supportFrom, supportIn },
          reloadedFor === undefined ? {} : { reloadedFor },
        ),
  );
  const secrets: string[] = [];
  const rendered = render(
    <LocaleProvider locale="pt_BR" messages={messages} timeZone="America/Sao_Paulo">
      <MemoryRouter initialEntries={[at]}>
        <AppProvider
          app={{
            directory: app.directory,
            append: (event) => app.append(event),
            now: clock,
            ownNow: ownClock,
            newClientId: () => 'client-1',
            newTempId: () => '1-temp',
            keepSecret: (secret) => `secret-${secrets.push(secret)}`,
            readSecret: (ref) => kept[ref],
            files: noFiles,
            prepareAdministration: prepare,
            prepareReport: () => Promise.reject(new Error('not here')),
            ...(logs && { timeMachine: async () => logs }),
          }}
        >
          <AriaLocale>{view}</AriaLocale>
        </AppProvider>
      </MemoryRouter>
    </LocaleProvider>,
  );
  const given = <Type extends CommandType>(type: Type): CommandOf<Type>[] =>
    commands.filter((command): command is CommandOf<Type> => command.type === type);
  return {
    ...rendered,
    directory: app.directory,
    /** All that happened. */
    events,
    append: (event: AppEvent) => app.append(event),
    given,
    secrets,
    /** The server answers the last question about a list. */
    answer: (page: ListPage) => {
      const request = given('list.fetch').findLast(({ list }) => list === page.list)?.request;
      if (request === undefined) throw new Error(`Nothing has asked for ${page.list} yet`);
      app.append({ type: 'list.answered', list: page.list, request, page });
    },
    /** The server answers the last question about a form. */
    load: (form: FormName, key: string, values: FormValues, version: string | null) => {
      const request = given('form.load').findLast((asked) => asked.form === form && asked.key === key)?.request;
      if (request === undefined) throw new Error(`Nothing has asked for the form ${form} ${key} yet`);
      app.append({ type: 'form.loaded', form, key, request, values, version });
    },
    /** The server takes what was saved last. */
    save: (form: FormName, key: string, id: string, lists: readonly ListName[], text?: string) => {
      const request = given('form.save').at(-1)?.request ?? 0;
      const saved = { form, key, request, id, version: null, lists, ...(text !== undefined && { text }) };
      app.append({ type: 'form.saved', ...saved });
    },
    /** The server refuses what was saved last. */
    refuse: (
      form: FormName,
      key: string,
      failureKey: string,
      fields: Readonly<Record<string, string>> = {},
      params: Readonly<Record<string, number>> = {},
    ) => {
      const request = given('form.save').at(-1)?.request ?? 0;
      const failure = { code: 'INVALID', key: failureKey, params, fields, requestId: null } as const;
      app.append({ type: 'form.refused', form, key, request, failure });
    },
  };
}
