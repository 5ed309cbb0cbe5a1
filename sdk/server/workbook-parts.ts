/** The small parts of an xlsx file beside its sheets. */
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = 'http://schemas.openxmlformats.org';
const sheetMain = `${office}/spreadsheetml/2006/main`;
const relations = `${office}/officeDocument/2006/relationships`;
const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Returns text for XML, without the characters that XML cannot hold. */
export const xmlText = (text: string): string =>
  // Most texts have nothing to replace, and are tested once.
  // oxlint-disable-next-line no-control-regex -- they are looked for
  /[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/.test(text)
    ? text
        // oxlint-disable-next-line no-control-regex -- they are what is taken out
        .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
        .toWellFormed()
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
    : text;

/** Further sheets are the usual kind of part, because their number is known only at the end. */
export const contentTypes = `${xml}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${spreadsheetType}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheetType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheetType}.styles+xml"/></Types>`;

export const packageRelations = `${xml}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** A sheet's title has 31 characters at most and none of these. */
const sheetTitle = (title: string): string => xmlText(title.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31) || '1');

export const workbookPart = (titles: readonly string[]): string =>
  `${xml}<workbook xmlns="${sheetMain}" xmlns:r="${relations}"><sheets>${titles
    .map((title, at) => `<sheet name="${sheetTitle(title)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('')}</sheets></workbook>`;

export const workbookRelations = (sheets: number): string =>
  `${xml}<Relationships xmlns="${office}/package/2006/relationships">${Array.from(
    { length: sheets },
    (_sheet, at) =>
      `<Relationship Id="rId${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  ).join('')}<Relationship Id="rId${sheets + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`;

/** Indexes of the cell formats below. */
export const styleOf = { header: 1, date: 2, time: 3, dateTime: 4, duration: 5 } as const;

const font = (bold: string): string => `<font>${bold}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`;
const format = (numbers: number, fontId = 0): string =>
  `<xf numFmtId="${numbers}" fontId="${fontId}" fillId="0" borderId="0" xfId="0"${fontId ? ' applyFont="1"' : ''}${numbers ? ' applyNumberFormat="1"' : ''}/>`;

/** The minimum of styles that readers need, a bold header, and dates and durations as real cells. */
export const styles = `${xml}<styleSheet xmlns="${sheetMain}"><numFmts count="4"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="hh:mm:ss"/><numFmt numFmtId="166" formatCode="dd/mm/yyyy\\ hh:mm"/><numFmt numFmtId="167" formatCode="[h]:mm:ss"/></numFmts><fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6">${format(0)}${format(0, 1)}${format(164)}${format(165)}${format(166)}${format(167)}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
