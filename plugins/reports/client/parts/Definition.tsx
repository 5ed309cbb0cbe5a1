import { Popover, PopoverSurface, PopoverTrigger, makeStyles, tokens } from '@fluentui/react-components';
import { Info16Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  text: { maxWidth: '320px', fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase300 },
});

/** The ⓘ beside a figure: what exactly it counts. */
export function Definition({ of }: { of: string }) {
  const t = useT();
  const styles = useStyles();
  const name = t(`figure.${of}`);
  return (
    <Popover withArrow trapFocus>
      <PopoverTrigger disableButtonEnhancement>
        <IconButton size="small" icon={<Info16Regular />} label={t('definition', { name })} />
      </PopoverTrigger>
      <PopoverSurface aria-label={name}>
        <div className={styles.text}>{t(`meaning.${of}`)}</div>
      </PopoverSurface>
    </Popover>
  );
}
