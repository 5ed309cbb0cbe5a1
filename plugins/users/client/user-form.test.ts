import { expect, test } from 'vitest';
import type { Session } from '@balcao/sdk/client';
import { userFaults } from './user-form.ts';
import type { Profile } from '@balcao/sdk/manifest';
import { mayChange, profilesFor, type User } from './user.ts';

const sound = { name: 'Ana Prado', email: 'ana@empresa.com.br', password: 'segredo-9', entry: 'password' } as const;

test('a person has a name of 2 to 50 characters, a valid e-mail and a password of 5 to 50', () => {
  expect(userFaults(sound, true)).toEqual({});
  expect(userFaults({ ...sound, name: '', email: '', password: '' }, true)).toEqual({
    name: 'required',
    email: 'required',
    password: 'required',
  });
  expect(userFaults({ ...sound, name: ' A ', email: 'ana@empresa', password: '1234' }, true)).toEqual({
    name: 'tooShort',
    email: 'invalidEmail',
    password: 'tooShort',
  });
  expect(userFaults({ ...sound, name: 'a'.repeat(51), password: 'a'.repeat(51) }, true)).toEqual({
    name: 'tooLong',
    password: 'tooLong',
  });
});

test('an invited person needs no password, because they choose it themselves', () => {
  expect(userFaults({ ...sound, entry: 'invite', password: '' }, true)).toEqual({});
});

test('changing a person without a password keeps the present one, and a short one is refused', () => {
  expect(userFaults({ ...sound, password: '' }, false)).toEqual({});
  expect(userFaults({ ...sound, password: 'abc' }, false)).toEqual({ password: 'tooShort' });
});

const session = (profile: Profile, permissions: string[] = []): Session => ({
  user: { id: 1, name: '', email: '', profile, super: false, companyId: 1 },
  company: { id: 1, name: '', language: 'pt', timeZone: 'America/Sao_Paulo' },
  can: (permission) => permissions.includes(permission),
  isOn: () => true,
  setting: () => undefined,
});

test('only an admin creates, changes and removes admins, and without the permission a profile is unchanged', () => {
  const gestor = session('gestor', ['user-modal:editProfile']);
  expect(profilesFor(session('admin'), 'user')).toEqual(['admin', 'gestor', 'user']);
  expect(profilesFor(gestor, 'user')).toEqual(['gestor', 'user']);
  expect(profilesFor(gestor, 'admin')).toEqual(['admin']);
  expect(profilesFor(session('gestor'), 'user')).toEqual(['user']);
  expect(mayChange(gestor, { profile: 'admin' } as User)).toBe(false);
  expect(mayChange(gestor, { profile: 'gestor' } as User)).toBe(true);
});
