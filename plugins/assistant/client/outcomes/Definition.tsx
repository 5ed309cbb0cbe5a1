import { Popover, PopoverSurface, PopoverTrigger, makeStyles, tokens } from '@fluentui/react-components';
import { Info16Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  text: { maxWidth: '320px', fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase300 },
});

/** The ⓘ beside a figure, with the definition of what it counts. */
export function Definition({ name, text }: { name: string; text: string }) {
  const t = useT();
  const styles = useStyles();
  return (
    <Popover withArrow trapFocus>
      <PopoverTrigger disableButtonEnhancement>
        <IconButton size="small" icon={<Info16Regular />} label={t('outcome.definition', { name })} />
      </PopoverTrigger>
      <PopoverSurface aria-label={name}>
        <div className={styles.text}>{text}</div>
      </PopoverSurface>
    </Popover>
  );
}
