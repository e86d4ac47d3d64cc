const names: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera' };

/** A short name from a user agent string: `Chrome 130 · Windows`. */
export function browserName(agent: string): string {
  const known = /(Edg|OPR|Firefox|Chrome|Safari)\/(\d+)/u.exec(agent);
  if (known === null) return agent.slice(0, 40);
  const [, name = '', version = ''] = known;
  const system = /Windows|Android|iPhone|iPad|Mac OS|CrOS|Linux/u.exec(agent)?.[0];
  return [`${names[name] ?? name} ${version}`, system === 'Mac OS' ? 'macOS' : system].filter(Boolean).join(' · ');
}
