import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { CalendarClock16Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { useSession, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import { daysLeft } from './days-left.ts';
import { knownSubscription } from './known-subscription.ts';

const useStyles = makeStyles({
  pill: { whiteSpace: 'nowrap', fontWeight: tokens.fontWeightSemibold, minWidth: 0 },
  late: { color: ext.bad },
});

/**
 * The notice in the top bar of people who may pay: the days left of the trial, or the end of the licence, and the link
 * to pay.
 */
export default function LicenceNotice() {
  const t = useT();
  const styles = useStyles();
  const { user } = useSession();
  const navigate = useNavigate();
  const [now] = useState(() => Date.now());
  const { licenceStatus, trialExpiration, daysOverdue } = knownSubscription(user);
  const isTrial = licenceStatus === 'trial' && trialExpiration !== null;
  const isLate = daysOverdue > 0;
  if (!isTrial && !isLate) return null;
  const text = isLate
    ? t('notice.overdue', { count: daysOverdue })
    : t('notice.trial', { count: daysLeft(trialExpiration ?? '', now) });
  return (
    <Button
      size="small"
      appearance="outline"
      className={isLate ? `${styles.pill} ${styles.late}` : styles.pill}
      icon={<CalendarClock16Regular />}
      onClick={() => void navigate('/subscription')}
    >
      {text}
    </Button>
  );
}
