import type { Flow, FlowNode } from '../contract/flows/flow.ts';

/** A record's own entry: people choose the names, and every object inherits a `constructor`. */
export function own<Of>(record: Readonly<Record<string, Of>>, name: string): Of | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

export function nodeAt({ nodes }: Pick<Flow, 'nodes'>, id: string): FlowNode | undefined {
  return own(nodes, id);
}

/** The exits of a step, in display order. */
export function exitsOf(node: FlowNode): readonly string[] {
  switch (node.kind) {
    case 'say':
      return ['next', 'failed'];
    case 'ask':
      return [...answersOf(node), ...(node.expects === 'media' ? ['other'] : ['other', 'media']), 'timeout'];
    case 'branch':
      return [...node.cases.map(({ id }) => id), 'else'];
    case 'hours':
      return ['open', 'closed'];
    case 'request':
      return ['ok', 'failed'];
    case 'pause':
      return ['next', 'message'];
    case 'set':
    case 'call':
      return ['next'];
    case 'goto':
    case 'handoff':
    case 'end':
      return [];
  }
}

/** The targets of a step's exits, existing or not; exits left over from an earlier drawing are ignored. */
export function nextOf(node: FlowNode): string[] {
  return exitsOf(node).flatMap((exit) => own(node.exits, exit) ?? []);
}

/** The exits by which a question is left when it is answered. */
export function answersOf({ expects, options }: Extract<FlowNode, { kind: 'ask' }>): readonly string[] {
  return expects === 'options' ? options.map(({ id }) => id) : ['answer'];
}

/**
 * What has to happen for an exit to be taken. `itself`: nothing, the flow goes on by itself. `unsent`: a question can't
 * be sent, so its time is over at once. `silence`: time passes without a message. `nonsense`: a message that is no
 * answer, such as a photo or "asdf". `answer`: a message that is one.
 */
export type Cause = 'itself' | 'unsent' | 'silence' | 'nonsense' | 'answer';

/** The cause by which an exit is normally taken. */
export function causeOf(node: FlowNode, exit: string): Cause {
  if (node.kind === 'pause') return exit === 'next' ? 'silence' : 'nonsense';
  if (node.kind !== 'ask') return 'itself';
  if (exit === 'timeout') return 'silence';
  if (exit === 'other' || exit === 'media') return 'nonsense';
  // A question for text takes any message as an answer, and a question for media takes any photo.
  return node.expects === 'text' || node.expects === 'media' ? 'nonsense' : 'answer';
}

/** Whether the customer has written. */
export function isWritten(cause: Cause): boolean {
  return cause === 'nonsense' || cause === 'answer';
}

/** Whether this flow ends with the step. */
export function isLast({ kind }: FlowNode): boolean {
  return kind === 'goto' || kind === 'handoff' || kind === 'end';
}
