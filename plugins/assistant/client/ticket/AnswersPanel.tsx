import { Button, ToggleButton, makeStyles, tokens } from '@fluentui/react-components';
import { ThumbDislike16Regular, ThumbLike16Regular } from '@fluentui/react-icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { api, useErrorText, useSession, useT, useToasts } from '@balcao/sdk/client';
import { RelativeTime } from '@balcao/sdk/ui';
import type { TicketPartProps } from '@balcao/tickets/contract';
import { DoubtNote, Doubtful } from '../doubts/Doubtful.tsx';

const ReplayDialog = lazy(async () => ({ default: (await import('../replay/ReplayDialog.tsx')).ReplayDialog }));

interface Answer {
  messageId: number;
  body: string;
  sources: { sourceId: number; source: string; heading: string; url: string | null }[];
  doubts: string[];
  rating: 1 | -1 | null;
  at: string;
}

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: '0 0 8px', padding: 0, display: 'flex', flexDirection: 'column', gap: '12px' },
  body: {
    margin: 0,
    display: '-webkit-box',
    WebkitLineClamp: 3,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  sources: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  none: { margin: '0 0 8px', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** Automatic answers of the conversation with their sources, which attendants rate. */
export default function AnswersPanel({ ticket }: TicketPartProps) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const textOf = useErrorText();
  const queries = useQueryClient();
  const session = useSession();
  const [isReplaying, setReplaying] = useState(false);
  const key = ['assistant', 'answers', ticket.id, ticket.isAutomaticService];
  const { data = [] } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<Answer[]>(`/assistant/tickets/${ticket.id}/answers`, {}, { signal }),
  });
  const rate = async ({ messageId, rating: before }: Answer, rating: 1 | -1): Promise<void> => {
    try {
      await api.put(`/assistant/answers/${messageId}/rating`, { rating: before === rating ? null : rating });
    } catch (error) {
      toasts.error(textOf(error));
    }
    await queries.invalidateQueries({ queryKey: key });
  };
  const replay = session.can('assistant:view') && (
    <>
      <Button size="small" onClick={() => setReplaying(true)}>
        {t('replay.open')}
      </Button>
      {isReplaying && (
        <Suspense fallback={null}>
          <ReplayDialog ticketId={ticket.id} onClose={() => setReplaying(false)} />
        </Suspense>
      )}
    </>
  );
  if (data.length === 0)
    return (
      <>
        <p className={styles.none}>{t('answers.none')}</p>
        {replay}
      </>
    );
  return (
    <>
      <ul className={styles.list}>
        {data.map((answer) => (
          <li key={answer.messageId}>
            <p className={styles.body}>
              <Doubtful text={answer.body} doubts={answer.doubts} />
            </p>
            <DoubtNote doubts={answer.doubts} />
            <div className={styles.line}>
              <RelativeTime date={answer.at} />
              <span className={styles.sources}>
                {answer.sources.length === 0
                  ? t('answers.noSource')
                  : [...new Set(answer.sources.map(({ source, heading }) => heading || source))].join(', ')}
              </span>
              <ToggleButton
                size="small"
                appearance="subtle"
                icon={<ThumbLike16Regular />}
                checked={answer.rating === 1}
                aria-label={t('answers.good')}
                onClick={() => void rate(answer, 1)}
              />
              <ToggleButton
                size="small"
                appearance="subtle"
                icon={<ThumbDislike16Regular />}
                checked={answer.rating === -1}
                aria-label={t('answers.bad')}
                onClick={() => void rate(answer, -1)}
              />
            </div>
          </li>
        ))}
      </ul>
      {replay}
    </>
  );
}
