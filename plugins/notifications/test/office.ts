import { inject } from 'vitest';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import { notifications, type Notice, type Notifications } from '../contract.ts';

export const startOffice = (more: readonly string[] = []): Promise<TestHost> =>
  startTestHost({ databaseUrl: inject('databaseUrl'), plugins: ['users', 'notifications', ...more] });

export const serviceOf = (company: TestCompany): Notifications => company.scope('users').use(notifications);

let counter = 0;
/** Returns a notification that nobody has received yet. */
export const aNotice = (more: Partial<Notice> = {}): Notice => ({
  id: `notice-${(counter += 1)}`,
  kind: 'tickets.mine',
  title: 'Beatriz Souza',
  body: 'Nova mensagem',
  preview: 'Bom dia, tudo certo com o contrato?',
  path: '/tickets/abc',
  tag: 'ticket:1',
  ...more,
});

export const subscribed = async (person: Person, subscription: { asJson: object }): Promise<number> => {
  const answer = await person.post<{ id: number }>('/notifications/devices', subscription.asJson);
  if (answer.status !== 200) throw new Error(`subscribing answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.id;
};
