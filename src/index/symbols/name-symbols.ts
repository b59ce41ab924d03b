/**
 * The symbols of lists that are too short for symbols of their own: common parts of names, counted in repositories in eight languages,
 * the Linux kernel among them. A change changes the format of the index.
 */
import { SymbolMatcher } from './symbol-matcher';
import { SymbolTable } from './symbol-table';

const symbols: readonly string[] = [
  '- . / 0 1 2 3 4 6 8 A AT Array B C Ca Co Con Cont D De E ER E_ Error Ex F G H I IN In K L M Ma N Name O ON',
  'Option P Pa Pr R RE Re S Se Serial St String T T_ Test Type U V Value W With X Y _ _S _a _c _d _e _f _i _l _m',
  '_p _r _s _t a able ac ad ag ai al an ar as at ata ate ation b ba back bl bu c ca ce ch cl co comp create ct',
  'ction d d_ de di ding e e_ ea ec ed el em en ent er es et ex f fault fi fo g ge get get_ gi h ha he ho i ic id',
  'ie il im in ing init is it izatio j k k_ ke l l_ la le li ll lo lock m ma me ment mo mp n n_ na name nc nd ne',
  'ng ni no node ns nt o oc od on op or ot out ow p p_ pa pe pl port pr ption q qu r r_ ra re read ri ro rs s s_',
  'se ser serial set_ sh si sion so ss st t t_ ta tch te ter test th ti tion to tr trac tt type u ue ul um un up',
  'update ur us ut v va ve vent ver w write x y y_ z',
].flatMap((line) => line.split(' '));

export const nameSymbols: SymbolTable = SymbolTable.of(symbols);

let matcher: SymbolMatcher | undefined;

/** Made when it is first needed: readers do not shorten names. */
export function nameMatcher(): SymbolMatcher {
  matcher ??= new SymbolMatcher(nameSymbols);
  return matcher;
}
