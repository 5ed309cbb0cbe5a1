import { makeStyles, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  line: {
    margin: 0,
    padding: '6px 10px 0',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
});

/** The subject of an email, above its text. */
export function MessageSubject({ text }: { text: string }) {
  return <p className={useStyles().line}>{text}</p>;
}
