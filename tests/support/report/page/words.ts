import { stateInWords, stepInWords } from '../report-words.ts';
import type { Language } from '../report-words.ts';

/** The page's own texts. What models say is shown as they say it. */
const pt = {
  title: 'Caminhos de teste',
  search: 'Procurar',
  all: 'Todos',
  language: 'English',
  guide: 'Guia de QA',
  back: 'Todos os modelos',
  ranAt: 'Última execução',
  duration: 'Duração',
  paths: 'caminhos',
  paths_one: 'caminho',
  models: 'modelos',
  models_one: 'modelo',
  failed: 'falhas',
  failed_one: 'falha',
  noFailures: 'Tudo como esperado',
  someFailures: 'Há falhas',
  onlyFailures: 'Só com falhas',
  kind: 'Tipo',
  screen: 'Tela',
  person: 'Pessoa',
  event: 'Evento',
  state: 'Estado',
  states: 'Estados',
  transitions: 'Transições',
  withAdapters: 'Com adaptadores',
  scene: 'Cena',
  model: 'Modelo',
  cause: 'Causa',
  causes: 'Causas',
  failures: 'Falhas, por causa',
  isNew: 'nova',
  mended: 'corrigidas desde a execução anterior',
  cause_row: 'Linha do modelo',
  cause_invariant: 'Regra que sempre vale',
  cause_page: 'O que a pessoa vê',
  cause_step: 'Passo',
  differentFailures: 'falhas diferentes',
  differentFailures_one: 'falha',
  shown: 'as mais curtas abaixo',
  expected: 'Esperado',
  came: 'Aconteceu',
  steps: 'Passos',
  opening: 'Antes do primeiro passo (a cena)',
  before: 'Antes do passo',
  after: 'Depois do passo',
  field: 'Campo',
  sameFields: 'campos iguais',
  changes: 'O que o passo mudou',
  commands: 'O que o passo pediu',
  line: 'Onde o modelo diz',
  command: 'Rodar só este caminho',
  replay: 'Repetir o registro, evento por evento',
  copy: 'Copiar',
  copied: 'Copiado',
  log: 'Baixar o registro',
  events: 'eventos',
  diagram: 'Diagrama',
  highlighted: 'O caminho escolhido está em destaque.',
  larger: 'Aumentar',
  smaller: 'Diminuir',
  fit: 'Ajustar',
  anyState: 'qualquer estado',
  atOnce: 'de imediato',
  more: 'e mais',
  list: 'Caminhos',
  slowestFirst: 'Mais lentos primeiro',
  none: 'Nenhum caminho com esses filtros.',
  noModel: 'Nenhum modelo com esses filtros.',
  loading: 'Carregando',
  of: 'de',
  previous: 'Anterior',
  next: 'Próxima',
  situations: 'situações',
  ignored: 'passos que nada mudam, como devem',
  history: 'Execuções',
  when: 'Quando',
  version: 'Versão',
  changed: 'O que mudou',
  first: 'primeira execução',
  nothing: 'nada',
  newCause: 'nova falha',
  goneCause: 'falha corrigida',
  missed: 'Estados e transições que nenhum caminho alcançou',
  onlyInTheLog: 'O que só o registro pode trazer, e por quê',
  invariants: 'O que sempre tem de valer',
  scenes: 'Cenas',
  mutants: 'Mutantes',
  mutantsAre:
    'Mudanças feitas de propósito no código, uma de cada vez, e quantas os testes descobriram: primeiro só os caminhos, depois também os testes da pasta. Abaixo de cada pasta, as que sobreviveram.',
  noSurvivor: 'Nenhum sobreviveu.',
  foundByTests: 'descoberto só pelos testes da pasta',
  leftOut: '(retirado)',
  clear: 'Limpar filtros',
  opensAt: 'o início',
  kind_machine: 'Máquina',
  kind_journey: 'Jornada',
  kind_server: 'No servidor',
  kind_pair: 'Duas pessoas',
  screen_login: 'Entrar',
  screen_account: 'Minha conta',
  screen_inbox: 'Lista de atendimentos',
  screen_conversation: 'Conversa',
  screen_administration: 'Administração',
  screen_flows: 'Fluxos',
  screen_campaigns: 'Campanhas',
  screen_customers: 'Clientes',
  screen_instances: 'Instâncias',
  screen_rules: 'Regras',
  screen_companies: 'Empresas',
  screen_templates: 'Modelos de mensagem',
  screen_all: 'Todas as telas',
  person_ana: 'Ana',
  person_bruno: 'Bruno',
  person_carla: 'Carla',
  person_administrator: 'Administrador',
  person_colleague: 'Colega',
  person_customer: 'Cliente',
  person_nobody: 'Ninguém',
  outcome_stays: 'fica no estado e muda os dados',
  outcome_acts: 'nada muda, mas pede algo ao servidor',
  outcome_ignored: 'nada muda',
  outcome_removed: 'o ator é removido',
  outcome_kept: 'o ator continua',
  outcome_copied: 'nada muda, mas vem uma cópia nova',
  leadsTo: 'vai para',
  andRemoved: 'e o ator é removido',
  allWalked: 'Tudo está em alguma jornada, ou diz por que não',
  unwalked_onlyRead: 'Só se lê: tests/browser/every-screen.test.ts abre e examina.',
  unwalked_playsFile: 'Mostra um arquivo e não pede nada ao servidor: tests/browser/time-machine.test.ts percorre.',
  unwalked_screenAlone: 'Só abre a tela: as chamadas são do backoffice, seja qual for o perfil.',
  unwalked: 'sem nenhuma jornada',
  toWalk: 'telas, formulários, permissões, opções e idiomas',
  walkedTable: 'O que as jornadas percorrem',
  onlyUnwalked: 'Só o que nenhuma jornada percorre',
  what: 'O quê',
  journeys: 'Jornadas',
  noJourney: 'nenhuma',
  walked_route: 'Tela',
  walked_form: 'Formulário',
  walked_permission: 'Permissão',
  walked_feature: 'Opção ligada',
  walked_featureOff: 'Opção desligada',
  walked_language: 'Idioma',
};

export type Text = keyof typeof pt;

const en: Readonly<Record<Text, string>> = {
  title: 'Test paths',
  search: 'Search',
  all: 'All',
  language: 'Português',
  guide: 'Guide for QA (in Portuguese)',
  back: 'All models',
  ranAt: 'Last run',
  duration: 'Duration',
  paths: 'paths',
  paths_one: 'path',
  models: 'models',
  models_one: 'model',
  failed: 'failures',
  failed_one: 'failure',
  noFailures: 'All as expected',
  someFailures: 'There are failures',
  onlyFailures: 'With failures only',
  kind: 'Kind',
  screen: 'Screen',
  person: 'Person',
  event: 'Event',
  state: 'State',
  states: 'States',
  transitions: 'Transitions',
  withAdapters: 'With adapters',
  scene: 'Scene',
  model: 'Model',
  cause: 'Cause',
  causes: 'Causes',
  failures: 'Failures by cause',
  isNew: 'new',
  mended: 'mended since the run before',
  cause_row: 'Row of the model',
  cause_invariant: 'What must always hold',
  cause_page: 'What somebody sees',
  cause_step: 'Step',
  differentFailures: 'different failures',
  differentFailures_one: 'failure',
  shown: 'the shortest are below',
  expected: 'Expected',
  came: 'Happened',
  steps: 'Steps',
  opening: 'Before the first step (the scene)',
  before: 'Before the step',
  after: 'After the step',
  field: 'Field',
  sameFields: 'equal fields',
  changes: 'What the step changed',
  commands: 'What the step asked for',
  line: 'Where the model says so',
  command: 'Run just this path',
  replay: 'Replay the log, event by event',
  copy: 'Copy',
  copied: 'Copied',
  log: 'Download the log',
  events: 'events',
  diagram: 'Diagram',
  highlighted: 'The chosen path is highlighted.',
  larger: 'Larger',
  smaller: 'Smaller',
  fit: 'Fit',
  anyState: 'any state',
  atOnce: 'at once',
  more: 'and',
  list: 'Paths',
  slowestFirst: 'Slowest first',
  none: 'No path with these filters.',
  noModel: 'No model with these filters.',
  loading: 'Loading',
  of: 'of',
  previous: 'Previous',
  next: 'Next',
  situations: 'situations',
  ignored: 'steps that change nothing, as they should',
  history: 'Runs',
  when: 'When',
  version: 'Version',
  changed: 'What changed',
  first: 'first run',
  nothing: 'nothing',
  newCause: 'new failure',
  goneCause: 'mended failure',
  missed: 'States and transitions that no path came to',
  onlyInTheLog: 'What only the log can bring, and why',
  invariants: 'What must always hold',
  scenes: 'Scenes',
  mutants: 'Mutants',
  mutantsAre:
    'Changes made to the code on purpose, one at a time, and how many the tests found: first the paths alone, then with the folder’s own tests. Below each folder, those that survived.',
  noSurvivor: 'None survived.',
  foundByTests: 'found only by the folder’s own tests',
  leftOut: '(left out)',
  clear: 'Clear filters',
  opensAt: 'the beginning',
  kind_machine: 'Machine',
  kind_journey: 'Journey',
  kind_server: 'On the server',
  kind_pair: 'Two people',
  screen_login: 'Log in',
  screen_account: 'My account',
  screen_inbox: 'List of attendances',
  screen_conversation: 'Conversation',
  screen_administration: 'Administration',
  screen_flows: 'Flows',
  screen_campaigns: 'Campaigns',
  screen_customers: 'Customers',
  screen_instances: 'Instances',
  screen_rules: 'Rules',
  screen_companies: 'Companies',
  screen_templates: 'Message templates',
  screen_all: 'Every screen',
  person_ana: 'Ana',
  person_bruno: 'Bruno',
  person_carla: 'Carla',
  person_administrator: 'Administrator',
  person_colleague: 'Colleague',
  person_customer: 'Customer',
  person_nobody: 'Nobody',
  outcome_stays: 'stays in its state and changes its data',
  outcome_acts: 'changes nothing, and asks the server for something',
  outcome_ignored: 'changes nothing',
  outcome_removed: 'the actor is removed',
  outcome_kept: 'the actor is still there',
  outcome_copied: 'changes nothing, and yet gives a new copy',
  leadsTo: 'leads to',
  andRemoved: 'and the actor is removed',
  allWalked: 'Everything is in some journey, or says why not',
  unwalked_onlyRead: 'It is only read: tests/browser/every-screen.test.ts opens and scans it.',
  unwalked_playsFile: 'It plays a file and asks the server for nothing: tests/browser/time-machine.test.ts walks it.',
  unwalked_screenAlone: 'It opens the screen alone: its calls are the back-office’s, whatever the role.',
  unwalked: 'in no journey',
  toWalk: 'screens, forms, permissions, options and languages',
  walkedTable: 'What journeys come to',
  onlyUnwalked: 'Only what no journey comes to',
  what: 'What',
  journeys: 'Journeys',
  noJourney: 'none',
  walked_route: 'Screen',
  walked_form: 'Form',
  walked_permission: 'Permission',
  walked_feature: 'Option, on',
  walked_featureOff: 'Option, off',
  walked_language: 'Language',
};

const KEY = 'balcao.paths.language';
let isEnglish = readChoice();

/** A page from a file may have no storage. */
function readChoice(): boolean {
  try {
    return localStorage.getItem(KEY) === 'en';
  } catch {
    return false;
  }
}

export function t(text: Text): string {
  return (isEnglish ? en : pt)[text];
}

/** A number with what it counts. */
export function counted(value: number, text: 'paths' | 'models' | 'failed' | 'differentFailures'): string {
  return `${number(value)} ${t(value === 1 ? `${text}_one` : text)}`;
}

/** A text by a name that the data gives; the name itself where there is none. */
export function named(
  kind: 'kind' | 'screen' | 'person' | 'cause' | 'outcome' | 'walked' | 'unwalked',
  name: string,
): string {
  const texts: Readonly<Record<string, string>> = isEnglish ? en : pt;
  return texts[`${kind}_${name}`] ?? name;
}

/** A step of a path, or an event. */
export function stepWords(name: string): string {
  return stepInWords(name, language());
}

export function stateWords(name: string): string {
  return stateInWords(name, language());
}

export function language(): Language {
  return isEnglish ? 'en' : 'pt-BR';
}

export function switchLanguage(): void {
  isEnglish = !isEnglish;
  try {
    localStorage.setItem(KEY, isEnglish ? 'en' : 'pt');
  } catch {
    // The choice lasts as long as the page.
  }
}

export function number(value: number): string {
  return value.toLocaleString(language());
}

export function duration(ms: number): string {
  if (ms < 1_000) return `${number(Math.round(ms * 10) / 10)} ms`;
  return `${number(Math.round(ms / 100) / 10)} s`;
}

export function moment(iso: string): string {
  return new Date(iso).toLocaleString(language(), { dateStyle: 'short', timeStyle: 'short' });
}
