import { loadModule, parseSync } from 'libpg-query';
import type { A_Expr, ColumnRef, Node, RangeVar, SelectStmt } from 'libpg-query';

/*
 * Whether a statement's own conditions keep it within one company, by its text alone: each of its tables
 * is tied by `tenant_id` to a parameter, or to another table that is.
 */

await loadModule();

/** What a statement says of companies. */
export type Bounds = {
  /** Its tables that no condition ties to a company. */
  loose: readonly string[];
  /** The parameters that name the company. */
  params: readonly number[];
};

type Scope = {
  /** By alias, the company's table; null: what isn't one, such as a subquery. */
  entries: Map<string, string | null>;
  outer: Scope | undefined;
};
type Condition = { expr: Node; /** The aliases that it restricts; undefined: all. */ of?: ReadonlySet<string> };
type Side =
  | { is: 'own'; alias: string }
  | { is: 'param'; number: number }
  | { is: 'tied' }
  | { is: 'other'; node: Node };

/** `isOfAll`: a statement over all companies, whose first table nothing ties: the others are tied to it. */
export function boundsOf(text: string, tables: ReadonlySet<string>, isOfAll = false): Bounds {
  const reading = new Reading(tables, isOfAll);
  for (const { stmt } of parseSync(text).stmts ?? []) if (stmt !== undefined) reading.read(stmt, undefined, new Set());
  return { loose: [...reading.loose], params: [...reading.params] };
}

class Reading {
  readonly loose = new Set<string>();
  readonly params = new Set<number>();
  readonly #tables: ReadonlySet<string>;
  readonly #isOfAll: boolean;

  constructor(tables: ReadonlySet<string>, isOfAll: boolean) {
    this.#tables = tables;
    this.#isOfAll = isOfAll;
  }

  /** Reads a part of a statement, and the queries in it. `named`: the queries of `with`, which hide tables. */
  read(part: unknown, outer: Scope | undefined, named: ReadonlySet<string>): void {
    if (Array.isArray(part)) {
      for (const each of part) this.read(each, outer, named);
      return;
    }
    if (typeof part !== 'object' || part === null) return;
    for (const [key, value] of Object.entries(part)) {
      if (key === 'SelectStmt') this.#select(value, outer, named);
      else if (key === 'UpdateStmt' || key === 'DeleteStmt' || key === 'MergeStmt' || key === 'InsertStmt')
        this.#change(value, key === 'InsertStmt', outer, named);
      // Read with the query in whose `from` it stands.
      else if (key !== 'RangeSubselect') this.read(value, outer, named);
    }
  }

  #select(select: SelectStmt, outer: Scope | undefined, above: ReadonlySet<string>): void {
    const named = withNames(select.withClause, above);
    this.read(select.withClause, outer, named);
    if (select.larg !== undefined && select.rarg !== undefined) {
      this.#select(select.larg, outer, named);
      this.#select(select.rarg, outer, named);
      return;
    }
    const { fromClause = [], whereClause, withClause: _, ...rest } = select;
    this.#query({ from: fromClause, where: whereClause, rest }, outer, named);
  }

  #change(
    statement: {
      relation?: RangeVar;
      fromClause?: Node[];
      usingClause?: Node[];
      sourceRelation?: Node;
      whereClause?: Node;
      joinCondition?: Node;
      withClause?: object;
    },
    isInsert: boolean,
    outer: Scope | undefined,
    above: ReadonlySet<string>,
  ): void {
    const { relation, fromClause, usingClause, sourceRelation, whereClause, joinCondition, withClause, ...rest } =
      statement;
    const named = withNames(withClause, above);
    this.read(withClause, outer, named);
    const sources = [...(fromClause ?? []), ...(usingClause ?? []), ...(sourceRelation ? [sourceRelation] : [])];
    const target: Node[] = relation === undefined ? [] : [{ RangeVar: relation }];
    // Where a row is written, it is refused outside the company, and a conflict is within the table's key.
    const free = isInsert ? [relation?.alias?.aliasname ?? relation?.relname ?? ''] : [];
    this.#query({ from: [...target, ...sources], where: whereClause ?? joinCondition, rest, free }, outer, named);
  }

  #query(
    query: { from: Node[]; where: Node | undefined; rest: unknown; free?: readonly string[] },
    outer: Scope | undefined,
    named: ReadonlySet<string>,
  ): void {
    const scope: Scope = { entries: new Map(), outer };
    const found: Condition[] = [];
    for (const item of query.from) this.#enter(item, scope, found, named);
    if (query.where !== undefined) found.push({ expr: query.where });
    const tied = new Set(query.free);
    const edges: [string, string][] = [];
    for (const condition of found) this.#tie(condition, scope, tied, edges);
    const [root] = [...scope.entries].find(([, table]) => table !== null) ?? [];
    if (this.#isOfAll && !hasCompanys(outer) && tied.size === 0 && root !== undefined) tied.add(root);
    for (let before = -1; before < tied.size;) {
      before = tied.size;
      for (const [from, to] of edges) if (tied.has(from)) tied.add(to);
    }
    for (const [alias, table] of scope.entries) if (table !== null && !tied.has(alias)) this.loose.add(table);
    this.read([query.from, query.where, query.rest], scope, named);
  }

  /** Adds what stands in a `from` to the scope, and the joins' conditions; answers the aliases in it. */
  #enter(item: Node, scope: Scope, found: Condition[], named: ReadonlySet<string>): Set<string> {
    if ('RangeVar' in item) {
      const { relname = '', alias, schemaname } = item.RangeVar;
      const isCompanys = this.#tables.has(relname) && (schemaname !== undefined || !named.has(relname));
      const name = alias?.aliasname ?? relname;
      scope.entries.set(name, isCompanys ? relname : null);
      return new Set([name]);
    }
    if ('JoinExpr' in item) {
      const { jointype, larg, rarg, quals, usingClause = [] } = item.JoinExpr;
      const left = larg === undefined ? new Set<string>() : this.#enter(larg, scope, found, named);
      const right = rarg === undefined ? new Set<string>() : this.#enter(rarg, scope, found, named);
      const all = new Set([...left, ...right]);
      const restricted = { JOIN_LEFT: right, JOIN_RIGHT: left, JOIN_FULL: new Set<string>() };
      const of = Object.entries(restricted).find(([type]) => type === jointype)?.[1] ?? all;
      if (quals !== undefined) found.push({ expr: quals, of });
      const isUsed = usingClause.some((each) => 'String' in each && each.String.sval === 'tenant_id');
      for (const one of isUsed ? left : [])
        for (const other of right) found.push({ expr: equal(columnOf(one), columnOf(other)), of });
      return all;
    }
    const { alias } =
      'RangeSubselect' in item ? item.RangeSubselect : 'RangeFunction' in item ? item.RangeFunction : {};
    const name = alias?.aliasname ?? `(${scope.entries.size})`;
    scope.entries.set(name, 'RangeSubselect' in item ? this.#within(item.RangeSubselect.subquery, scope, named) : null);
    return new Set([name]);
  }

  /** Reads a query in a `from`; answers its tables if it leaves it to the query around to tie them, by its own `tenant_id`. */
  #within(query: Node | undefined, scope: Scope, named: ReadonlySet<string>): string | null {
    const inner = new Reading(this.#tables, this.#isOfAll);
    inner.read(query, this.#isOfAll ? undefined : scope, named);
    for (const number of inner.params) this.params.add(number);
    if (inner.loose.size === 0) return null;
    if (query !== undefined && 'SelectStmt' in query && tellsCompany(query.SelectStmt)) {
      // It tells one table's company: its others are tied to that.
      const others = new Reading(this.#tables, true);
      others.read(query, undefined, named);
      for (const table of others.loose) this.loose.add(table);
      return [...inner.loose].join(', ');
    }
    for (const table of inner.loose) this.loose.add(table);
    return null;
  }

  /** Ties the tables that a condition restricts to a company. */
  #tie({ expr, of }: Condition, scope: Scope, tied: Set<string>, edges: [string, string][]): void {
    if ('BoolExpr' in expr && expr.BoolExpr.boolop === 'AND_EXPR') {
      for (const each of expr.BoolExpr.args ?? []) this.#tie({ expr: each, ...(of && { of }) }, scope, tied, edges);
      return;
    }
    for (const [left, right] of equalities(expr)) {
      const sides = [this.#sideOf(left, scope), this.#sideOf(right, scope)] as const;
      if (!sides.some(({ is }) => is === 'own')) continue;
      for (const [side, other] of [sides, sides.toReversed()]) {
        if (side?.is !== 'own' || other === undefined || of?.has(side.alias) === false) continue;
        if (other.is === 'own') edges.push([other.alias, side.alias]);
        else if (other.is !== 'other' || isQuery(other.node) || isAppTenant(other.node)) tied.add(side.alias);
        if (other.is === 'param') this.params.add(other.number);
      }
    }
  }

  #sideOf(given: Node, scope: Scope): Side {
    const node = uncast(given);
    if ('ParamRef' in node) return { is: 'param', number: node.ParamRef.number ?? 0 };
    if (!('ColumnRef' in node)) return { is: 'other', node };
    const [column = '', name] = namesOf(node.ColumnRef).toReversed();
    for (let at: Scope | undefined = scope; at !== undefined; at = at.outer) {
      const alias = name ?? this.#holderOf(column, at);
      const table = alias === undefined ? undefined : at.entries.get(alias);
      if (alias === undefined || table === undefined) continue;
      if (table === null) return { is: 'tied' };
      if (column !== (table === 'tenant' ? 'id' : 'tenant_id')) return { is: 'other', node };
      return at === scope ? { is: 'own', alias } : { is: 'tied' };
    }
    return { is: 'other', node };
  }

  /** Whose a column is that is written without a table. */
  #holderOf(column: string, { entries }: Scope): string | undefined {
    const key = (table: string | null) => (table === 'tenant' ? 'id' : 'tenant_id');
    const holders = [...entries].filter(([, table]) => table !== null && key(table) === column);
    return holders.length === 1 ? holders[0]?.[0] : undefined;
  }
}

/** Whether a company's table stands in a query or in one around it. */
const hasCompanys = (scope: Scope | undefined): boolean =>
  scope !== undefined && ([...scope.entries.values()].some((table) => table !== null) || hasCompanys(scope.outer));

/** Whether a query's rows have a `tenant_id`. */
function tellsCompany({ larg, rarg, targetList = [] }: SelectStmt): boolean {
  if (larg !== undefined && rarg !== undefined) return tellsCompany(larg) && tellsCompany(rarg);
  return targetList.some((target) => {
    if (!('ResTarget' in target)) return false;
    const { name, val } = target.ResTarget;
    return (name ?? (val !== undefined && 'ColumnRef' in val ? namesOf(val.ColumnRef).at(-1) : '')) === 'tenant_id';
  });
}

/** The pairs that a condition holds equal. */
function equalities(expr: Node): [Node, Node][] {
  if ('SubLink' in expr && expr.SubLink.subLinkType === 'ANY_SUBLINK' && expr.SubLink.testexpr !== undefined) {
    return rowOf(expr.SubLink.testexpr).map((each) => [each, expr]);
  }
  if (!('A_Expr' in expr)) return [];
  const { lexpr, rexpr, kind } = expr.A_Expr;
  if (lexpr === undefined || rexpr === undefined || !isEqual(expr.A_Expr)) return [];
  if (kind !== 'AEXPR_OP') return [];
  const [left, right] = [rowOf(lexpr), rowOf(rexpr)];
  return left.flatMap((each, at): [Node, Node][] => {
    const other = right[at];
    return other === undefined ? [] : [[each, other]];
  });
}

const isEqual = ({ name = [] }: A_Expr): boolean => name.some((each) => 'String' in each && each.String.sval === '=');
const rowOf = (node: Node): Node[] => ('RowExpr' in node ? (node.RowExpr.args ?? []) : [node]);
const isQuery = (node: Node): boolean => 'SubLink' in node;
/** The transaction's company, as the database's own rules have it. */
const isAppTenant = (node: Node): boolean =>
  'FuncCall' in node &&
  (node.FuncCall.funcname ?? []).some((each) => 'String' in each && each.String.sval === 'app_tenant');
const uncast = (node: Node): Node =>
  'TypeCast' in node && node.TypeCast.arg !== undefined ? uncast(node.TypeCast.arg) : node;
const namesOf = ({ fields = [] }: ColumnRef): string[] =>
  fields.map((each) => ('String' in each ? (each.String.sval ?? '') : '*'));
const columnOf = (alias: string): Node => ({
  ColumnRef: { fields: [{ String: { sval: alias } }, { String: { sval: 'tenant_id' } }] },
});
const equal = (lexpr: Node, rexpr: Node): Node => ({
  A_Expr: { kind: 'AEXPR_OP', name: [{ String: { sval: '=' } }], lexpr, rexpr },
});

function withNames(clause: unknown, above: ReadonlySet<string>): ReadonlySet<string> {
  if (typeof clause !== 'object' || clause === null || !('ctes' in clause) || !Array.isArray(clause.ctes)) return above;
  const nodes: Node[] = clause.ctes;
  return new Set([
    ...above,
    ...nodes.flatMap((each) => ('CommonTableExpr' in each ? [each.CommonTableExpr.ctename ?? ''] : [])),
  ]);
}
