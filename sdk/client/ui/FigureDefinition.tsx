import { Popover, PopoverSurface, PopoverTrigger, makeStyles, tokens } from '@fluentui/react-components';
import { Info16Regular } from '@fluentui/react-icons';
import { IconButton } from './IconButton.tsx';

export interface FigureDefinitionProps {
  /** The name of the figure, as it is shown beside the mark. */
  name: string;
  /** Label of the button for screen readers, such as "What is …". */
  label: string;
  /** The definition: which cases the figure counts, and which not. */
  text: string;
}

const useStyles = makeStyles({
  text: { maxWidth: '320px', fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase300 },
});

/** The ⓘ beside a figure of a report, which opens the definition of what it counts. */
export function FigureDefinition({ name, label, text }: FigureDefinitionProps) {
  const styles = useStyles();
  return (
    <Popover withArrow trapFocus>
      <PopoverTrigger disableButtonEnhancement>
        <IconButton size="small" icon={<Info16Regular />} label={label} />
      </PopoverTrigger>
      <PopoverSurface aria-label={name}>
        <div className={styles.text}>{text}</div>
      </PopoverSurface>
    </Popover>
  );
}
