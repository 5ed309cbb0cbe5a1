import type { PluginManifest } from '@balcao/sdk/manifest';

const everybodyButUser = ['admin', 'gestor'] as const;
const onOff = {
  default: 'disabled',
  enum: ['enabled', 'disabled'],
  labels: ['setting.enabled', 'setting.disabled'],
} as const;
const onOffAsk = {
  default: 'disabled',
  enum: ['enabled', 'disabled', 'question'],
  labels: ['setting.enabled', 'setting.disabled', 'setting.question'],
} as const;

export default {
  id: 'tickets',
  version: '0.1.0',
  title: 'manifest.title',
  description: 'manifest.description',
  publisher: 'Balcão',
  license: 'MIT',
  sdk: '^0.1.0',
  core: true,
  requires: { queues: '^0.1.0', contacts: '^0.1.0', connections: '^0.1.0' },
  permissions: {
    'tickets-manager:showall': { label: 'permission.showall', profiles: everybodyButUser },
    'tickets-manager:search': { label: 'permission.search', profiles: everybodyButUser },
    'tickets-manager:userall': { label: 'permission.userall', profiles: everybodyButUser },
    'tickets-manager:viewchats': { label: 'permission.viewchats', profiles: everybodyButUser },
    'tickets-manager:sendinternalchats': { label: 'permission.sendinternalchats', profiles: everybodyButUser },
    'ticket-options:deleteTicket': { label: 'permission.deleteTicket', profiles: everybodyButUser },
  },
  settings: {
    sendCloseMessage: {
      type: 'string',
      label: 'setting.sendCloseMessage',
      help: 'setting.sendCloseMessageHelp',
      section: 'setting.section',
      ...onOffAsk,
    },
    defaultRemoveUserQueue: {
      type: 'string',
      label: 'setting.defaultRemoveUserQueue',
      help: 'setting.defaultRemoveUserQueueHelp',
      section: 'setting.section',
      ...onOffAsk,
    },
    notifyNewMessage: {
      type: 'string',
      label: 'setting.notifyNewMessage',
      help: 'setting.notifyNewMessageHelp',
      section: 'setting.section',
      ...onOff,
      default: 'enabled',
    },
    CheckMsgIsGroup: {
      type: 'string',
      label: 'setting.CheckMsgIsGroup',
      help: 'setting.CheckMsgIsGroupHelp',
      section: 'setting.section',
      ...onOff,
    },
    defaultChatSubscript: {
      type: 'string',
      label: 'setting.defaultChatSubscript',
      help: 'setting.defaultChatSubscriptHelp',
      section: 'setting.section',
      ...onOff,
    },
  },
  routes: {
    api: ['/tickets', '/tickets-log', '/messages', '/settings-notify-transfer', '/settings-chat-subscript'],
    pages: ['/tickets', '/tickets/:ticketUuid'],
  },
  emits: {
    'tickets.ticket.changed': 1,
    'tickets.ticket.read': 1,
    'tickets.message.received': 1,
    'tickets.message.queued': 1,
  },
  provides: {
    'tickets.list.query': 1,
    'tickets.list.extra': 1,
    'tickets.list.filter': 1,
    'tickets.list.badge': 1,
    'tickets.header.action': 1,
    'tickets.drawer.panel': 1,
    'messages.composer.action': 1,
    'messages.composer.trigger': 1,
    'messages.renderer': 1,
    'messages.action': 1,
  },
  contributes: { 'contacts.number.check': 1 },
} as const satisfies PluginManifest;
