/** What tests of plugins stand on: the real kernel, a real database, people who call it. */
export { freshDatabase } from './database.ts';
export { startTestHost } from './host.ts';
export type { TestCompany, TestHost, TestHostOptions } from './host.ts';
export { LiveClient, Person } from './person.ts';
export type { Answer, LiveMessage } from './person.ts';
