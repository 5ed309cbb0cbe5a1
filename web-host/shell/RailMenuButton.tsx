import { makeStyles, tokens } from '@fluentui/react-components';
import { MoreHorizontal20Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { IconButton, type IconButtonProps } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  more: { width: '40px', maxWidth: '40px', height: '36px', flexShrink: 0, color: tokens.colorNeutralForeground2 },
});

/** Style of the buttons at the foot of the rail. */
export const useRailButton = (): string => useStyles().more;

/** Opens the entries without room on the rail. */
export function RailMenuButton(props: Omit<IconButtonProps, 'icon' | 'label' | 'className'>) {
  const t = useT('shell');
  return (
    <IconButton
      aria-haspopup="menu"
      {...props}
      className={useRailButton()}
      icon={<MoreHorizontal20Regular />}
      label={t('nav.more')}
    />
  );
}
