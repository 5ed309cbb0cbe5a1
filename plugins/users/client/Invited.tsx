import { useState } from 'react';
import { makeStyles } from '@fluentui/react-components';
import { useLanguage, useT } from '@balcao/sdk/client';
import { StatusPill } from '@balcao/sdk/ui';

const useStyles = makeStyles({ mark: { whiteSpace: 'nowrap' } });

/** Marks a person who has not accepted yet, with the expiry of the invitation. */
export function Invited({ until }: { until: string }) {
  const t = useT();
  const styles = useStyles();
  const language = useLanguage();
  const date = new Date(until);
  const [now] = useState(Date.now);
  const isOver = date.getTime() <= now;
  const when = date.toLocaleString(language, { dateStyle: 'short', timeStyle: 'short' });
  return (
    <span className={styles.mark} title={t(isOver ? 'list.inviteOverText' : 'list.invitedText', { when })}>
      <StatusPill tone={isOver ? 'warn' : 'info'}>{t(isOver ? 'list.inviteOver' : 'list.invited')}</StatusPill>
    </span>
  );
}
