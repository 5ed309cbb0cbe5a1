import { useState } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useNavigate } from 'react-router-dom';
import { useT } from '@balcao/sdk/client';
import { RelativeTime, ext } from '@balcao/sdk/ui';
import type { GapDetail } from '../data.ts';
import { ReplayDialog } from '../replay/ReplayDialog.tsx';

const useStyles = makeStyles({
  heading: { margin: '24px 0 8px', fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  list: { listStyle: 'none', margin: 0, padding: 0, maxWidth: '800px' },
  ticket: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    padding: '10px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  words: { flex: '1 1 240px', minWidth: 0 },
  line: { display: 'flex', alignItems: 'baseline', gap: '8px', minWidth: 0 },
  contact: {
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightSemibold,
  },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, whiteSpace: 'nowrap' },
  body: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', color: tokens.colorNeutralForeground2 },
  nobody: { color: ext.warn },
  buttons: { display: 'flex', gap: '8px' },
});

/** The conversations in which a question was asked, with what a person answered to it. */
export function GapTickets({ tickets }: Pick<GapDetail, 'tickets'>) {
  const t = useT();
  const styles = useStyles();
  const navigate = useNavigate();
  const [replayed, setReplayed] = useState<number>();
  return (
    <>
      <h3 className={styles.heading}>{t('gaps.tickets')}</h3>
      <ul className={styles.list}>
        {tickets.map(({ id, uuid, contact, text, at, reply }) => (
          <li key={`${id} ${at}`} className={styles.ticket}>
            <div className={styles.words}>
              <div className={styles.line}>
                <span className={styles.contact} title={contact}>
                  {contact}
                </span>
                <span className={styles.quiet}>
                  <RelativeTime date={at} />
                </span>
              </div>
              <div className={styles.body} title={reply?.body ?? text}>
                {reply?.body ?? text}
              </div>
            </div>
            <span className={mergeClasses(styles.quiet, !reply && styles.nobody)}>
              {reply ? t('gaps.answeredBy', { name: reply.name, count: reply.minutes }) : t('gaps.nobody')}
            </span>
            <span className={styles.buttons}>
              <Button size="small" onClick={() => setReplayed(id)}>
                {t('replay.open')}
              </Button>
              <Button size="small" onClick={() => void navigate(`/tickets/${uuid}`)}>
                {t('gaps.open')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {replayed !== undefined && <ReplayDialog ticketId={replayed} onClose={() => setReplayed(undefined)} />}
    </>
  );
}
