import type { Flow } from '../contract/flows/flow.ts';
import { isTooLongForSms } from './limits.ts';

/** Whether a flow writes first by SMS. */
export function writesBySms({ kind, channel }: Pick<Flow, 'kind' | 'channel'>): boolean {
  return kind === 'active' && channel === 'sms';
}

/** The steps that differ on SMS: those that can't be sent, have numbered options, or are truncated. */
export function otherwiseOnSms({ nodes }: Pick<Flow, 'nodes'>): {
  readonly unsent: string[];
  readonly numbered: string[];
  readonly long: string[];
} {
  const unsent: string[] = [];
  const numbered: string[] = [];
  const long: string[] = [];
  for (const [id, node] of Object.entries(nodes)) {
    if (node.kind === 'say' && (node.content.of === 'media' || node.content.of === 'template')) unsent.push(id);
    if (node.kind === 'ask' && node.expects === 'options') numbered.push(id);
    if (isTooLongForSms(node)) long.push(id);
  }
  return { unsent, numbered, long };
}
