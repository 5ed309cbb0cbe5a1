import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useErrorText, useT } from '@balcao/sdk/client';
import { MentionContext, Message } from '@balcao/sdk/chat';
import { ext } from '@balcao/sdk/ui';
import { useColleagues } from '../data/chats.ts';
import type { Outgoing } from '../data/outbox.ts';
import { discard, retry } from '../data/sending.ts';
import { mentionName } from '../data/words.ts';
import { TicketCard } from './TicketCard.tsx';

const useStyles = makeStyles({
  failed: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    alignItems: 'center',
    gap: '4px',
    color: ext.bad,
    fontSize: tokens.fontSizeBase200,
    '& button': { whiteSpace: 'nowrap' },
  },
});

/** A message on its way; one that failed stays in its place, with its reason. */
export function OutgoingItem({ item, isNarrow }: { item: Outgoing; isNarrow: boolean }) {
  const styles = useStyles();
  const t = useT();
  const textOf = useErrorText();
  const { data: people = [] } = useColleagues();
  const hasFailed = item.error !== undefined;
  const names = item.files.map(({ name }) => `📎 ${name}`).join('\n');
  return (
    <MentionContext value={mentionName(people, t)}>
      <Message
        message={{
          id: item.clientId,
          body: [item.message, names].filter(Boolean).join('\n'),
          fromMe: true,
          createdAt: item.createdAt,
          ack: hasFailed ? -1 : 0,
          isFailed: hasFailed,
          quoted: item.quoted && { author: item.quoted.sender.name, body: item.quoted.message || t('media.document') },
        }}
        isNarrow={isNarrow}
        below={
          hasFailed && (
            <div className={styles.failed} role="alert">
              {textOf(item.error)}
              <Button size="small" appearance="transparent" onClick={() => retry(item.clientId)}>
                {t('message.retry')}
              </Button>
              <Button size="small" appearance="transparent" onClick={() => discard(item.clientId)}>
                {t('message.discard')}
              </Button>
            </div>
          )
        }
      >
        {item.ticketId !== null && <TicketCard ticketId={item.ticketId} />}
      </Message>
    </MentionContext>
  );
}
