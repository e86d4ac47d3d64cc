import { createRoot } from 'react-dom/client';
import english from '../../../src/i18n/catalogues/en.ts';
import portuguese from '../../../src/i18n/catalogues/pt-BR.ts';
import '../../../src/views/kit/tokens.css';
import '../../../src/views/kit/base.css';
import { LocaleProvider } from '../../../src/views/layout/LocaleProvider.tsx';
import { applyTheme } from '../../../src/views/layout/theme.ts';
import { App } from './App.tsx';
import './layout.css';
import './controls.css';
import './people.css';
import './phone.css';
import './composer.css';
import { Session } from './session.ts';
import { AriaLocale } from '../../../src/views/kit/aria-locale.tsx';
import { isEnglish, say } from './texts.ts';

/* The theme follows the system. */
const dark = window.matchMedia('(prefers-color-scheme: dark)');
const follow = () => applyTheme(dark.matches ? 'dark' : 'light');
dark.addEventListener('change', follow);
follow();

document.title = `${say('title')} · Balcão`;
const session = new Session();
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <LocaleProvider locale={isEnglish ? 'en' : 'pt_BR'} messages={isEnglish ? english : portuguese}>
    <AriaLocale>
      <App session={session} />
    </AriaLocale>
  </LocaleProvider>,
);
session.start();
