/* Bounds of flows. Those of messages are the provider's. */

export const FLOW_NODES_MAX = 500;
export const FLOW_VARIABLES_MAX = 50;
export const FLOW_CASES_MAX = 20;
export const FLOW_RESULTS_MAX = 20;
/** Longest text of a message, in UTF-16 units, its placeholders not filled in. */
export const FLOW_TEXT_MAX = 4_096;
/** Longest text above buttons, a list or a link, and below a file. */
export const FLOW_QUESTION_MAX = 1_024;
export const FLOW_EXPRESSION_MAX = 500;
export const FLOW_EXPRESSION_DEPTH_MAX = 12;
export const FLOW_URL_MAX = 2_000;

/** Longest text that a variable keeps, in UTF-16 units; of more, the beginning. */
export const FLOW_VALUE_MAX = 1_000;
/** The largest number that a variable keeps, and below nought the smallest. */
export const FLOW_NUMBER_MAX = 1e15;

/** Up to so many options are buttons, up to the next number a list; more are numbered. */
export const FLOW_BUTTONS_MAX = 3;
export const FLOW_LIST_MAX = 10;
export const FLOW_OPTIONS_MAX = 30;
/** Exits that a step keeps the target of; those of options that it had before included. */
export const FLOW_EXITS_MAX = 200;
export const FLOW_BUTTON_LABEL_MAX = 20;
export const FLOW_LIST_LABEL_MAX = 24;
/** Longest label of a numbered option. */
export const FLOW_LABEL_MAX = 60;

/** Wrong answers to a question before its exit is taken, the last one included. */
export const FLOW_TRIES_MAX = 5;
/** Thirty days. */
export const FLOW_MINUTES_MAX = 43_200;
/** So long after a customer's message a free text may be sent. */
export const FLOW_WINDOW_MINUTES = 1_440;
/** Messages that a customer gets without having written between them. */
export const FLOW_MESSAGES_IN_A_ROW = 8;
/** Exits that are taken by themselves after one message or time that was waited for, its own included. */
export const FLOW_STEPS_MAX = 50;
/** Waits that may be over one after the other without a word of the customer's. */
export const FLOW_WAITS_MAX = 50;

/** Messages that one conversation gets from flows before a person takes over. */
export const FLOW_RUN_MESSAGES_MAX = 200;
/** So many answers within so long are another bot's. */
export const FLOW_ANSWERS_MAX = 20;
export const FLOW_ANSWERS_MS = 120_000;
/** And so are so many in the same words to one step, and to each one between, within so long. */
export const FLOW_REPEATS_MS = 86_400_000;
/** So long after a flow ended the customer's next message begins none. */
export const FLOW_QUIET_MS = 600_000;

/** What a question takes as its answer. `options`: one of those offered. */
export const FLOW_EXPECTS = ['text', 'number', 'date', 'cpf', 'options', 'location', 'media'] as const;
export type FlowExpects = (typeof FLOW_EXPECTS)[number];

export const FLOW_VARIABLE_TYPES = ['text', 'number', 'boolean', 'date', 'choice'] as const;
export type FlowVariableType = (typeof FLOW_VARIABLE_TYPES)[number];

/** Names that a flow's own variables can't have: what each flow knows of its customer. */
export const FLOW_KNOWN = ['customer_name', 'first_name', 'customer_number', 'protocol'] as const;
export type FlowKnown = (typeof FLOW_KNOWN)[number];

/** Words of the expressions' language, which a variable can't have as its name. */
export const FLOW_WORDS: readonly string[] = [
  ...['as', 'break', 'const', 'continue', 'else', 'false', 'for', 'function', 'if', 'import', 'in', 'let', 'loop'],
  ...['namespace', 'null', 'package', 'return', 'true', 'var', 'void', 'while'],
];

/* Of flows as the company keeps them. */

export const FLOWS_MAX = 200;
export const FLOW_NAME_MAX = 80;
export const FLOW_BOT_NAME_MAX = 40;
export const FLOW_INSTANCES_MAX = 100;
export const FLOW_KEYWORDS_MAX = 20;
export const FLOW_KEYWORD_MAX = 40;
/** Longest flow as JSON, and where its boxes stand, in UTF-16 units. */
export const FLOW_JSON_MAX = 300_000;
export const FLOW_PLACES_MAX = 60_000;

/** What a flow answers: any message that opens a ticket, a customer's first ever, or one with a keyword. */
export const FLOW_STARTS = ['any', 'first', 'keyword'] as const;
/** When it answers: always, or only while the department is open or closed. */
export const FLOW_HOURS = ['any', 'open', 'closed'] as const;
/**
 * What becomes of conversations in earlier versions when one is published: they stay there; move where step, kind and exits are the
 * same, and stay elsewhere; or move there, and elsewhere go to people.
 */
export const FLOW_RUNNING = ['keep', 'move', 'hand_off'] as const;
/** What was published is `published`; once another version is, `archived`. */
export const FLOW_VERSION_STATES = ['published', 'archived'] as const;

/** What is proved of a flow before it is published, root causes first. */
export const FLOW_PROPERTIES = [
  'names',
  'expressions',
  'types',
  'exits',
  'targets',
  'limits',
  'reached',
  'automaticCycle',
  'automaticSteps',
  'silentCycle',
  'nonsenseCycle',
  'endInReach',
  'window',
  'variables',
  'row',
] as const;
