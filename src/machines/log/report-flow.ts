/*
 * A flow in a report: what its steps are and how they hang together stays, or its editor would have nothing to go on from;
 * whatever is said in it is hidden, and so is a field added later until it is listed here.
 */

/** Fields of an editor's context and events that hold parts of the flow. */
const IN_EDITOR = /^(?:values|document|saved|sent|given|edit|by|past|future|typing|chosen)$/u;
/** One of a few words, or a time of day. */
const WORDS = /^(?:kind|of|channel|expects|type|method|until|by)$/u;
const WORD = /^[\w:]+$/u;
/** Ids of steps, exits and the like, or of what the company has; parts of a step. */
const IDS = /^(?:start|order|id|(?:file|template|department|field|tag|flow)_id|to|exit|what|chosen)$/u;
/** An imported file may hold others, and a longer number may be a phone's. */
const ID = /^(?:[a-z][a-z0-9_]{0,39}|\d{1,9})$/u;
const NUMBERS = /^(?:schema|index|tries|minutes|x|y)$/u;
/** In these, names are no fields. */
const BY_NAME = /^(?:nodes|exits|variables|values|at)$/u;

interface Placeholders {
  readonly ofText: (text: string) => string;
  readonly ofNumber: (number: number) => number;
}

/** Whether it is a flow, as an older version in a list. */
export function isFlow(value: object): boolean {
  return 'schema' in value && value.schema === 1 && 'start' in value && 'nodes' in value;
}

export function createFlowHider(own: Placeholders) {
  const id = (text: string): string => (ID.test(text) ? text : own.ofText(text));

  /** A step and its part, or the one word of what isn't a step's. */
  function ofTyping(text: string): string {
    const [first = '', part] = text.split(/ (.*)/su);
    return part === undefined ? id(first) : `${id(first)} ${id(part)}`;
  }

  function ofText(text: string, field: string): string {
    if (IDS.test(field)) return id(text);
    if (field === 'typing') return ofTyping(text);
    return WORDS.test(field) && WORD.test(text) ? text : own.ofText(text);
  }

  function hide(value: unknown, field: string): unknown {
    if (typeof value === 'string') return ofText(value, field);
    if (typeof value === 'number') return NUMBERS.test(field) ? value : own.ofNumber(value);
    if (Array.isArray(value)) return value.map((each) => hide(each, field));
    if (typeof value !== 'object' || value === null) return value;
    const parts = Object.entries(value).map(([name, part]) => {
      if (!BY_NAME.test(field)) return [name, hide(part, name)];
      // Steps name their variables in texts.
      return [field === 'variables' ? own.ofText(name) : id(name), hide(part, field === 'exits' ? 'to' : '')];
    });
    return Object.fromEntries(parts);
  }

  return {
    flow: (value: object) => hide(value, ''),
    /** What an editor knows, or what happens in it; `others`: for what isn't of its flow. */
    inEditor(value: object, others: (part: unknown, name: string) => unknown): unknown {
      const parts = Object.entries(value).map(([name, part]) => {
        if (name === 'value' && 'field' in value && value.field === 'step') return [name, hide(part, 'chosen')];
        return [name, IN_EDITOR.test(name) ? hide(part, name) : others(part, name)];
      });
      return Object.fromEntries(parts);
    },
  };
}
