/**
 * `class LIBRARY_EXPORT Name {`: the grammar does not know that the first word is a macro, and reads a function `Name`. Spaces in the
 * place of the macro make it a class.
 */
const macroBeforeName =
  /\b(class|struct|union)([ \t]+)([A-Z][A-Z\d]*_[A-Z\d_]+)(?=[ \t]+[A-Za-z_]\w*(?:[ \t]+final)?\s*[:{])/g;

export function repairCpp(text: string): string {
  return text.replace(
    macroBeforeName,
    (_, keyword: string, space: string, macro: string) => keyword + space + ' '.repeat(macro.length),
  );
}
