import { useLocation, useNavigate } from 'react-router-dom';
import { Button, makeStyles } from '@fluentui/react-components';
import { Rocket16Regular } from '@fluentui/react-icons';
import { appMenu, usePoint, useT, useViewport } from '@balcao/sdk/client';
import type { FirstStep } from './use-first-steps.ts';

const useStyles = makeStyles({ pill: { flexShrink: 0, whiteSpace: 'nowrap' } });

/**
 * A link from any page of a step to the next step and to the list. Hidden on the landing page of a phone, which has no
 * room for it.
 */
export default function FirstStepsPill({ steps }: { steps: readonly FirstStep[] }) {
  const t = useT();
  const styles = useStyles();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { touch } = useViewport();
  const landing = usePoint(appMenu).find((entry) => entry.landing === true)?.path;
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done);
  if (!next || pathname === '/' || (touch && landing !== undefined && pathname.startsWith(landing))) return null;
  const isHere = next.path.split('?')[0] === pathname;
  const values = { done, total: steps.length, action: next.action };
  return (
    <Button
      className={styles.pill}
      size="small"
      appearance="outline"
      icon={<Rocket16Regular />}
      aria-label={t(isHere ? 'pill.here' : 'pill.next', values)}
      onClick={() => void navigate(isHere ? '/' : next.path)}
    >
      {isHere ? t('pill.here', values) : t('pill.short', values)}
    </Button>
  );
}
