import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { DatabaseFault } from './fault.ts';

/** System user that PostgreSQL runs as when the product runs as root, which PostgreSQL refuses. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

function accounts(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 7)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

const named = (name: string) => accounts().find((account) => account.name === name);

export const accountOfUid = (uid: number): Account | undefined => accounts().find((account) => account.uid === uid);

/**
 * Returns an unprivileged user, and creates one where the system has neither `postgres` nor `balcao`; `nobody` exists
 * everywhere.
 */
export function unprivilegedAccount(): Account {
  const existing = named('postgres') ?? named('balcao');
  if (existing) return existing;
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'balcao']);
  if (!named('balcao')) spawnSync('adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', 'balcao']);
  const account = named('balcao') ?? named('nobody');
  if (!account) {
    throw new DatabaseFault(
      'ERR_DATABASE_ACCOUNT',
      'PostgreSQL does not run as root and no other system user could be created. Start as an ordinary user.',
    );
  }
  return account;
}

export const isRoot = () => process.getuid?.() === 0;

/** Returns the spawn options that run a program as `account`, without our own environment. */
export function runAs(account: Account | undefined) {
  return {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(account && { uid: account.uid, gid: account.gid }),
  };
}

/**
 * Tries the program as that user, because folder modes alone do not tell whether it may run (ACLs, mounts,
 * containers).
 */
export function canRun(account: Account, program: string): boolean {
  return spawnSync(program, ['--version'], { ...runAs(account), stdio: 'ignore' }).status === 0;
}

export function canEnter(account: Account, folder: string): boolean {
  const check = ['-c', 'cd -- "$1"', 'sh', folder];
  return spawnSync('/bin/sh', check, { ...runAs(account), stdio: 'ignore' }).status === 0;
}
