import { useAtomValue } from 'jotai';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { Button } from '@fluentui/react-components';
import { hostSide, useSession, useT } from '@balcao/sdk/client';
import { EmptyState } from '@balcao/sdk/ui';
import { FirstStepsPage } from '../runtime/pages.ts';
import { settledAtom } from '../runtime/plugin-loader.ts';
import { PageSkeleton } from '../shell/BootScreen.tsx';
import { useMenu } from '../shell/menu.ts';
import { useFirstSteps } from './first-steps/use-first-steps.ts';
import { useTitle } from './use-title.ts';

/**
 * `/`: the first steps for the admin of a new company; for others a redirect to the landing page, or to the first page
 * of the person's menu once the menu is complete.
 */
export function StartPage() {
  const t = useT('shell');
  const navigate = useNavigate();
  const session = useSession();
  const entries = useMenu();
  const settled = useAtomValue(settledAtom, { store: hostSide.store });
  const open = entries.filter(({ path }) => path !== '/');
  const target = open.find(({ item }) => item?.landing === true) ?? open[0];
  const { onward = false } = (useLocation().state ?? {}) as { onward?: boolean };
  const { steps, isKnown } = useFirstSteps({ isWanted: !onward, isWatched: !onward });
  useTitle(t('boot.label'));

  if (steps.length > 0 && !onward)
    return (
      <hostSide.Awaiting fallback={<PageSkeleton />}>
        <FirstStepsPage steps={steps} />
      </hostSide.Awaiting>
    );
  if (!settled || !(isKnown || onward)) return <PageSkeleton />;
  if (target) return <Navigate to={target.path} replace />;
  const mayOpen = session.can('settings:view');
  return (
    <EmptyState
      level={1}
      title={t('start.title', { name: session.user.name.split(/\s+/)[0] ?? '' })}
      text={t('start.text')}
      {...(mayOpen
        ? {
            action: (
              <Button appearance="primary" onClick={() => void navigate('/settings')}>
                {t('start.modules')}
              </Button>
            ),
          }
        : {})}
    />
  );
}
