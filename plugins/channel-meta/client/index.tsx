import { channelType } from '@balcao/connections/contract';
import { appRoute, defineClient, lazyPart } from '@balcao/sdk/client';
import { notificationKind } from '@balcao/notifications/contract';
import { channelGlyph } from '@balcao/sdk/ui';
import {
  composerOutsideWindow,
  messageBelow,
  messageRenderer,
  ticketDrawerPanel,
  ticketHeaderAction,
  ticketLogEntry,
} from '@balcao/tickets/contract';
import { answerKind, hiddenEntry, metaChannels, returnPath } from '../contract.ts';
import manifest from '../manifest.ts';
import { glyphs } from './glyphs.ts';

export default defineClient(manifest, (host) => {
  host.locales({
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  });
  for (const [place, channel] of metaChannels.entries()) {
    const glyph = glyphs[channel];
    host.add(channelType, {
      id: channel,
      order: 10 + place,
      label: `channel.${channel}`,
      glyph,
      connect: lazyPart(() =>
        channel === 'instagram' ? import('./connect/InstagramDialog.tsx') : import('./connect/ConnectDialog.tsx'),
      ),
      setup: lazyPart(() => import('./setup/MetaSetup.tsx')),
    });
    host.add(composerOutsideWindow, {
      id: `comments-${channel}`,
      channel,
      component: lazyPart(() => import('./comments/AfterComment.tsx')),
    });
    host.add(channelGlyph, { id: channel, channel, label: `channel.${channel}`, ...glyph });
  }
  host.add(appRoute, {
    id: 'login',
    path: returnPath,
    title: 'login.title',
    permission: 'meta:edit',
    component: lazyPart(() => import('./LoginPage.tsx')),
  });
  host.add(messageRenderer, {
    id: 'story',
    accepts: ({ context }) => context?.kind === 'story' || context?.kind === 'story-mention',
    component: lazyPart(() => import('./story/StoryMessage.tsx')),
  });
  host.add(messageBelow, {
    id: 'comment',
    fits: ({ context, fromMe, isDeleted }) =>
      !fromMe && !isDeleted && context?.kind === 'comment' && context.isPublic === true,
    component: lazyPart(() => import('./comments/CommentActions.tsx')),
  });
  host.add(messageBelow, {
    id: 'answer',
    fits: ({ dataJson, isForwarded }) => dataJson?.kind === answerKind && !isForwarded,
    component: lazyPart(() => import('./comments/AnswerMark.tsx')),
  });
  host.add(ticketLogEntry, {
    id: hiddenEntry,
    label: 'comments.title',
    component: lazyPart(() => import('./comments/HiddenEntry.tsx')),
  });
  host.add(notificationKind, { id: 'down', label: 'down.kind', help: 'down.kindHelp' });
  host.add(ticketDrawerPanel, {
    id: 'person',
    order: 5,
    label: 'channel.instagram',
    height: 84,
    accepts: ({ channel }) => channel === 'instagram',
    component: lazyPart(() => import('./thread/PersonPanel.tsx')),
  });
  host.add(ticketHeaderAction, {
    id: 'thread',
    order: 5,
    component: lazyPart(() => import('./thread/TakeOver.tsx')),
  });
});
