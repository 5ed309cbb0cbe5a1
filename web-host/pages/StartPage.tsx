import type { ReactNode } from 'react';
import { useAtomValue } from 'jotai';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { Button } from '@fluentui/react-components';
import { Contributed, appStart, hostSide, usePoint, useSession, useT } from '@balcao/sdk/client';
import type { AppStart, Item } from '@balcao/sdk/client';
import { EmptyState } from '@balcao/sdk/ui';
import { settledAtom } from '../runtime/plugin-loader.ts';
import { PageSkeleton } from '../shell/BootScreen.tsx';
import { useMenu } from '../shell/menu.ts';
import { useTitle } from './use-title.ts';

interface StartProps {
  item: Item<AppStart>;
  /** Content for when the plugin does not want the start page. */
  otherwise: ReactNode;
}

function Wanted({ item, otherwise, isWanted }: StartProps & { isWanted: boolean | undefined }) {
  const t = useT('shell');
  const texts = useT(item.plugin);
  const navigate = useNavigate();
  const ownTitle = isWanted && item.title !== undefined ? texts(item.title) : undefined;
  useTitle(isWanted === false ? undefined : (ownTitle ?? t('boot.label')));
  if (isWanted === undefined) return <PageSkeleton />;
  if (!isWanted) return otherwise;
  return (
    <Contributed item={item} fallback={<PageSkeleton />}>
      <item.component onward={() => void navigate('/', { replace: true, state: { onward: true } })} />
    </Contributed>
  );
}

/** Lets a plugin take the start page. If its decision throws, the person lands as usual. */
function PluginStart({ item, otherwise }: StartProps) {
  const { Boundary, reportFailure } = hostSide;
  return (
    <Boundary failed={() => otherwise} onError={(error) => reportFailure(item.plugin, 'render', error)}>
      <item.decision>{(isWanted) => <Wanted item={item} otherwise={otherwise} isWanted={isWanted} />}</item.decision>
    </Boundary>
  );
}

/** `/`: the page of a plugin that wants it; otherwise a redirect to the landing page of the person's menu. */
export function StartPage() {
  const items = usePoint(appStart);
  const { onward = false, isSignIn = false } = (useLocation().state ?? {}) as { onward?: boolean; isSignIn?: boolean };
  const shown = items.filter(({ skipAfterSignIn }) => !onward && !(isSignIn && skipAfterSignIn));
  return shown.reduceRight<ReactNode>(
    (otherwise, item) => <PluginStart key={`${item.plugin}/${item.id}`} item={item} otherwise={otherwise} />,
    <Landing />,
  );
}

/** Leads to where people land, or to the first page of the person's menu, once the menu is whole. */
function Landing() {
  const t = useT('shell');
  const navigate = useNavigate();
  const session = useSession();
  const entries = useMenu();
  const settled = useAtomValue(settledAtom, { store: hostSide.store });
  const open = entries.filter(({ path }) => path !== '/');
  const target = open.find(({ item }) => item?.landing === true) ?? open[0];
  useTitle(t('boot.label'));

  if (!settled) return <PageSkeleton />;
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
