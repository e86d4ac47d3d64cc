import { readdirSync, readFileSync } from 'node:fs';

const TICK_MS = 10;

/** Milliseconds of processor that this process' children and all below them have used, by program; empty where /proc is not. */
export function cpuOfChildren(): Map<string, number> {
  const used = new Map<string, number>();
  let processes: { pid: number; parent: number; name: string; ms: number }[];
  try {
    processes = readdirSync('/proc').flatMap((entry) => (/^\d+$/.test(entry) ? readProcess(Number(entry)) : []));
  } catch {
    return used;
  }
  const add = (parent: number): void => {
    for (const child of processes) {
      if (child.parent !== parent) continue;
      used.set(child.name, (used.get(child.name) ?? 0) + child.ms);
      add(child.pid);
    }
  };
  add(process.pid);
  return used;
}

function readProcess(pid: number) {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return [];
  }
  // The name stands in parentheses and may hold any sign.
  const end = text.lastIndexOf(')');
  const fields = text.slice(end + 2).split(' ');
  // Its own time, and that of children that ended: a backend's goes to the postmaster.
  const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
  return [{ pid, parent: Number(fields[1]), name: text.slice(text.indexOf('(') + 1, end), ms: ticks * TICK_MS }];
}
