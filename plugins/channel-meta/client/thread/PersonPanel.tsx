import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { CheckmarkStarburst16Filled } from '@fluentui/react-icons';
import { useEffect, useRef } from 'react';
import { ApiError, useFormat, useT } from '@balcao/sdk/client';
import { ErrorState, SkeletonRows } from '@balcao/sdk/ui';
import type { TicketView } from '@balcao/tickets/contract';
import type { ThreadView } from '../../contract.ts';
import { useThread } from './useThread.ts';

const useStyles = makeStyles({
  facts: {
    display: 'grid',
    gridTemplateColumns: '88px minmax(0, 1fr)',
    margin: 0,
    '& > dt, & > dd': { margin: 0, minHeight: '28px', paddingBlock: '4px' },
    '& > dt': { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  },
  value: { overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
  quiet: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, textWrap: 'pretty' },
  verified: { color: tokens.colorBrandForeground1, verticalAlign: '-3px', marginLeft: '4px' },
});

const relationOf = ({ followsUs, isFollowed }: ThreadView['person']): string | undefined => {
  if (followsUs === null || isFollowed === null) return undefined;
  if (followsUs) return isFollowed ? 'both' : 'theirs';
  return isFollowed ? 'ours' : 'none';
};

/** Facts that Instagram tells of the person: name with a link to the profile, followers, and who follows whom. */
export default function PersonPanel({ ticket }: { ticket: TicketView }) {
  const t = useT();
  const styles = useStyles();
  const { number } = useFormat();
  const { data, error, refetch } = useThread(ticket, true);
  // The name arrives together with the profile, often while the conversation is on the screen.
  const { name } = ticket.contact;
  const known = useRef(name);
  useEffect(() => {
    if (known.current === name) return;
    known.current = name;
    void refetch();
  }, [name, refetch]);
  const isUnknown = error instanceof ApiError && error.status === 404;
  if (isUnknown) return <p className={styles.quiet}>{t('person.unknown')}</p>;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={1} height={56} />;
  const { username, followers, isVerified } = data.person;
  const relation = relationOf(data.person);
  if (username === '') return <p className={styles.quiet}>{t('person.unknown')}</p>;
  return (
    <dl className={styles.facts}>
      <dt>{t('person.profile')}</dt>
      <dd className={styles.value}>
        <Link
          href={`https://www.instagram.com/${encodeURIComponent(username)}`}
          target="_blank"
          rel="noopener noreferrer nofollow"
        >
          @{username}
        </Link>
        {isVerified && (
          <CheckmarkStarburst16Filled className={styles.verified} role="img" aria-label={t('person.verified')} />
        )}
      </dd>
      {followers !== null && (
        <>
          <dt>{t('person.followers')}</dt>
          <dd className={styles.value}>{number(followers)}</dd>
        </>
      )}
      {relation && (
        <>
          <dt>{t('person.relation')}</dt>
          <dd className={styles.value}>{t(`person.follows.${relation}`)}</dd>
        </>
      )}
    </dl>
  );
}
