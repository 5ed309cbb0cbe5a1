import { expect, test } from 'vitest';
import type { PhoneMessage } from '../../contract.ts';
import { anyNumber, numberFault, peopleLike } from '../people/person.ts';
import { thread, unread, withAck, withChange, withMessage, type Outgoing } from './thread.ts';

const message = (id: string, change: Partial<PhoneMessage> = {}): PhoneMessage => ({
  id,
  body: id,
  fromPhone: false,
  ack: 1,
  at: '2026-11-20T12:00:00.000Z',
  media: null,
  data: null,
  reactions: [],
  isEdited: false,
  isDeleted: false,
  ...change,
});
const outgoing = (id: string): Outgoing => ({
  id,
  body: id,
  file: undefined,
  at: '2026-11-20T12:00:09.000Z',
  failure: undefined,
});

test('A message that is published twice appears once, and messages are in the order of their time', () => {
  const late = message('late', { at: '2026-11-20T12:00:05.000Z' });
  const shown = withMessage(withMessage(withMessage([], late), message('early')), late);
  expect(shown.map(({ id }) => id)).toEqual(['early', 'late']);
});

test('Ticks never decrease', () => {
  expect(withAck([message('a', { ack: 3 })], 'a', 2)[0]?.ack).toBe(3);
  expect(withAck([message('a'), message('b')], 'a', 2).map(({ ack }) => ack)).toEqual([2, 1]);
});

test('A change applies to its message only', () => {
  const changed = withChange([message('a'), message('b')], 'b', { body: 'melhor', isEdited: true });
  expect(changed).toEqual([message('a'), message('b', { body: 'melhor', isEdited: true })]);
});

test('A sent message stays visible until the network has it, and is not doubled then', () => {
  const waiting = [outgoing('x'), outgoing('y')];
  const shown = thread([message('a'), message('x', { fromPhone: true })], waiting);
  expect(shown.map(({ kind, message: { id } }) => `${kind} ${id}`)).toEqual(['kept a', 'kept x', 'outgoing y']);
});

test('Only the company’s unread messages need a receipt', () => {
  const known = [message('a'), message('b', { ack: 3 }), message('c', { fromPhone: true }), message('d', { ack: 2 })];
  expect(unread(known).map(({ id }) => id)).toEqual(['a', 'd']);
});

test('A number has 8 to 20 digits and is unique; a generated one is valid', () => {
  const known = [{ number: '5511988887777', name: '', invalid: false }];
  expect(numberFault('1234567', [])).toBe('numberShort');
  expect(numberFault('1'.repeat(21), [])).toBe('numberLong');
  expect(numberFault('+55 (11) 98888-7777', known)).toBe('known');
  expect(anyNumber()).toMatch(/^55119[6-9]\d{7}$/);
});

test('People are found by part of their name, without accents, or of their number', () => {
  const people = [
    { number: '5511988887777', name: 'José Antônio', invalid: false },
    { number: '5521977776666', name: 'Beatriz', invalid: false },
  ];
  expect(peopleLike(people, ' jose ')).toEqual([people[0]]);
  expect(peopleLike(people, '(21) 9777')).toEqual([people[1]]);
  expect(peopleLike(people, '')).toEqual(people);
});
