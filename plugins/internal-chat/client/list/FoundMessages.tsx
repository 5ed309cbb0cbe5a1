import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { FoundMessage } from '../found/FoundMessage.tsx';
import { useFound } from '../found/useFound.ts';

const useStyles = makeStyles({
  heading: {
    margin: 0,
    padding: '12px 8px 4px',
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground3,
  },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  more: { display: 'flex', justifyContent: 'center', padding: '4px' },
});

/** Messages of the person's chats with the searched words. */
export function FoundMessages({ term, onOpen }: { term: string; onOpen(uuid: string, seq: number): void }) {
  const styles = useStyles();
  const t = useT();
  const { messages, hasNextPage, isFetchingNextPage, fetchNextPage } = useFound(term);
  if (messages.length === 0) return null;
  return (
    <>
      <h3 className={styles.heading}>{t('list.found')}</h3>
      <ul className={styles.list}>
        {messages.map((message) => (
          <li key={message.id}>
            <FoundMessage
              message={message}
              term={term}
              showsChat
              onOpen={({ chatUuid, seq }) => onOpen(chatUuid, seq)}
            />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className={styles.more}>
          <Button
            size="small"
            appearance="subtle"
            disabledFocusable={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {t('search.older')}
          </Button>
        </div>
      )}
    </>
  );
}
