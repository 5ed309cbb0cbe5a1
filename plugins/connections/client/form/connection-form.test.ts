import { expect, test } from 'vitest';
import { connectionFaults, valuesOf } from './connection-form.ts';

const sound = { ...valuesOf(undefined, 3), name: 'WhatsApp Recepção' };

test('a connection has a name of 2 to 50 characters and an entry department', () => {
  expect(connectionFaults(sound)).toEqual({});
  expect(connectionFaults({ ...sound, name: ' ', keyWordQueueId: null })).toEqual({
    name: 'required',
    keyWordQueueId: 'entryQueue',
  });
  expect(connectionFaults({ ...sound, name: 'W' })).toEqual({ name: 'tooShort' });
  expect(connectionFaults({ ...sound, name: 'W'.repeat(51) })).toEqual({ name: 'tooLong' });
});

test('with several departments a greeting must ask which', () => {
  expect(connectionFaults({ ...sound, queueIds: [1, 2] })).toEqual({ greetingMessage: 'greeting' });
  expect(connectionFaults({ ...sound, queueIds: [1, 2], greetingMessage: 'Com quem deseja falar?' })).toEqual({});
  expect(connectionFaults({ ...sound, queueIds: [1] })).toEqual({});
});

test('the time until a new conversation is a whole number of minutes, within a year', () => {
  expect(connectionFaults({ ...sound, timeCreateNewTicket: '' })).toEqual({});
  for (const timeCreateNewTicket of ['1.5', '-2', 'dois', '525601']) {
    expect(connectionFaults({ ...sound, timeCreateNewTicket })).toEqual({ timeCreateNewTicket: 'minutes' });
  }
});

test('a company with one department need not choose it', () => {
  expect(valuesOf(undefined, 7).keyWordQueueId).toBe(7);
  expect(valuesOf(undefined, undefined).keyWordQueueId).toBeNull();
});
