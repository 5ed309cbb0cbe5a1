import { makeStyles } from '@fluentui/react-components';
import { useToasts } from '@balcao/sdk/client';
import { ErrorState, SkeletonRows } from '@balcao/sdk/ui';
import { choose, preferencesChanged, usePreferences } from '../preferences.ts';
import { KindSettings } from './KindSettings.tsx';
import { QuietSettings } from './QuietSettings.tsx';
import type { SettingsPartProps } from './settings-part.ts';
import { SoundSettings } from './SoundSettings.tsx';
import { WhereSettings } from './WhereSettings.tsx';

const useStyles = makeStyles({
  all: { '& > section': { marginBottom: '24px' }, '& > :last-child': { marginBottom: 0 } },
});

/** The person's notification settings. Shared by all computers, except for the permissions of a browser. */
export default function NotificationSettings() {
  const styles = useStyles();
  const toasts = useToasts();
  const { data, error } = usePreferences();
  if (error) return <ErrorState error={error} onRetry={preferencesChanged} />;
  if (!data) return <SkeletonRows rows={5} />;
  const part: SettingsPartProps = {
    chosen: data,
    onChoose: (changed) => void choose(changed).catch((error: unknown) => toasts.error(error)),
  };
  return (
    <div className={styles.all}>
      <SoundSettings {...part} />
      <WhereSettings {...part} />
      <KindSettings {...part} />
      <QuietSettings {...part} />
    </div>
  );
}
