import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runHere, writeOn } from './machine.ts';

/** The names that the chapter uses lead to the machine itself. */
export const HOSTS = '127.0.0.1 localhost balcao balcao.example.com mail.example.com\n::1 localhost\n';
export const SITE = 'https://balcao.example.com';

/**
 * What a certificate authority does, as `certbot` asks it: it looks for a file at the name that it is to confirm, over
 * HTTP, and signs the key of who could put it there.
 */
const CERTBOT = `#!/bin/sh
set -eu
while [ $# -gt 0 ]; do
  case $1 in
    --domain) domain=$2; shift ;;
    --webroot-path) webroot=$2; shift ;;
  esac
  shift
done
mkdir -p "$webroot/.well-known/acme-challenge"
date +%N >"$webroot/.well-known/acme-challenge/proof"
curl --silent --fail "http://$domain/.well-known/acme-challenge/proof" | cmp - "$webroot/.well-known/acme-challenge/proof"
live=/etc/letsencrypt/live/$domain
mkdir -p "$live"
openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$domain" -keyout "$live/privkey.pem" -out /tmp/request.pem 2>/dev/null
printf 'subjectAltName=DNS:%s' "$domain" >/tmp/names
openssl x509 -req -in /tmp/request.pem -CA /root/authority/ca.pem -CAkey /root/authority/ca.key -days 90 -extfile /tmp/names -out "$live/fullchain.pem" 2>/dev/null
`;

export interface Authority {
  /** PEM file of the authority's own certificate. */
  readonly ca: string;
  /** Key and certificate of the mail server. */
  readonly mail: { readonly key: string; readonly cert: string };
}

/** Makes a certificate authority in a folder. */
export function makeAuthority(folder: string): Authority {
  mkdirSync(folder, { recursive: true });
  const at = (name: string): string => join(folder, name);
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const openssl = (...args: string[]): string => runHere('openssl', args);
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-days',
    '30',
    '-subj',
    '/CN=Authority of a trial',
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
  );
  const host = ['-subj', '/CN=mail.example.com', '-addext', 'subjectAltName=DNS:mail.example.com'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-days',
    '30',
    ...host,
    '-CA',
    at('ca.pem'),
    '-CAkey',
    at('ca.key'),
    '-keyout',
    at('mail.key'),
    '-out',
    at('mail.pem'),
  );
  return { ca: at('ca.pem'), mail: { key: at('mail.key'), cert: at('mail.pem') } };
}

/** Puts onto the machine what stands for the outside: names, the certificate authority, the repository's address. */
export function addStandIns(root: string, authority: string): void {
  writeOn(root, 'etc/hosts', HOSTS);
  writeOn(
    root,
    'etc/gitconfig',
    '[url "/srv/balcao.git"]\n  insteadOf = https://git.example.com/balcao.git\n[safe]\n  directory = *\n[advice]\n  detachedHead = false\n',
  );
  writeOn(root, 'usr/local/bin/certbot', CERTBOT, 0o755);
  mkdirSync(join(root, 'root', 'authority'), { recursive: true });
  mkdirSync(join(root, 'usr', 'local', 'share', 'ca-certificates'), { recursive: true });
  for (const name of ['ca.pem', 'ca.key'])
    runHere('cp', [join(authority, name), join(root, 'root', 'authority', name)]);
  runHere('cp', [join(authority, 'ca.pem'), join(root, 'usr', 'local', 'share', 'ca-certificates', 'authority.crt')]);
}
