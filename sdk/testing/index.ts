export { axeFaults, axeFaultsInBothThemes } from './axe.ts';
export type { AxeOptions } from './axe.ts';
/** The basis of tests of plugins: the real kernel, a real database, and clients that call it. */
export { freshDatabase } from './database.ts';
export { eventually } from './eventually.ts';
export { startTestHost } from './host.ts';
export type { TestCompany, TestHost, TestHostOptions } from './host.ts';
export { holdSocket, roomJoined } from './live-connection.ts';
export { LiveClient, Person } from './person.ts';
export type { Answer, LiveMessage } from './person.ts';
export { readMail } from './received-mail.ts';
export type { ReceivedMail } from './received-mail.ts';
export { pluginBrowserSuite } from './suite/browser-suite.ts';
export type { PluginBrowserSuiteOptions } from './suite/browser-suite.ts';
export { pluginSuite } from './suite/plugin-suite.ts';
export type { Seed, Seeded, Seeding } from './suite/seeded-company.ts';
export type { PluginSuiteOptions } from './suite/suite-host.ts';
export { channelConformance } from './channel/conformance.ts';
export type {
  ChannelConformanceOptions,
  ChannelDriver,
  CustomerMessage,
  Failure,
  ConformanceConnection,
  ReachedMessage,
} from './channel/driver.ts';
export { startAiSimulator } from './ai/simulator.ts';
export type { AiRequest, AiSimulator, AiSimulatorOptions } from './ai/types.ts';
