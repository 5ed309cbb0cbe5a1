/** An entry point that plugin authors import, with its source file. */
export interface Entry {
  /** The specifier in an import. */
  specifier: string;
  /** Path in the repository. */
  file: string;
  /** Page of the reference, without `.md`. */
  page: string;
  description: string;
}

export const sdkEntries: readonly Entry[] = [
  {
    specifier: '@balcao/sdk/manifest',
    file: 'sdk/shared/manifest.ts',
    page: 'sdk-manifest',
    description: 'Types of `manifest.ts`. [The fields in a table](manifest.md).',
  },
  {
    specifier: '@balcao/sdk/contract',
    file: 'sdk/shared/contract.ts',
    page: 'sdk-contract',
    description: 'The parts of a `contract.ts`. Safe on the server and in the browser.',
  },
  {
    specifier: '@balcao/sdk/colors',
    file: 'sdk/shared/colors.ts',
    page: 'sdk-colors',
    description: 'Colours of items such as queues and tags. Safe on the server and in the browser.',
  },
  {
    specifier: '@balcao/sdk/server',
    file: 'sdk/server/index.ts',
    page: 'sdk-server',
    description:
      'The server part: `definePlugin`, the host for its declarations, the scope of its handlers, SQL, errors.',
  },
  {
    specifier: '@balcao/sdk/client',
    file: 'sdk/client/index.ts',
    page: 'sdk-client',
    description:
      'The browser part: `defineClient`, the points of the shell, calls, session, texts, live rooms, toasts.',
  },
  {
    specifier: '@balcao/sdk/ui',
    file: 'sdk/client/ui/index.ts',
    page: 'sdk-ui',
    description: 'The UI kit in the product’s theme. For everything else: `@fluentui/react-components`.',
  },
  {
    specifier: '@balcao/sdk/chat',
    file: 'sdk/client/chat/index.ts',
    page: 'sdk-chat',
    description:
      'Components that render messages: bubbles, formatted text, ticks, reactions, files, locations and contact cards.',
  },
  {
    specifier: '@balcao/testing',
    file: 'sdk/testing/index.ts',
    page: 'sdk-testing',
    description: 'For tests only: the real kernel on a real database, clients that call it, and suites to pass.',
  },
  {
    specifier: '@balcao/sdk/build',
    file: 'sdk/build/index.ts',
    page: 'sdk-build',
    description: 'The functions behind `balcao build`. You need them only for a build program of your own.',
  },
];
