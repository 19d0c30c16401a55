// HiGHS in a worker of the page. It takes the requests of `puzzledsl/highs/worker.py` and answers with the same frames.

import loadHighs from "highs";

type Arrays = Record<"cost" | "lower" | "upper" | "integer" | "row_lower" | "row_upper" | "starts" | "indices" | "values", Float64Array>;

interface Request {
  time_limit: number | null;
  options: [string, string][];
  tuned: [string, string][];
  details: boolean;
  start: [number, number][];
  maximize: boolean;
  offset: number;
  feasibility: boolean;
}

/** Solve one program; `emit` takes frames and, of a solution, the values of its columns. */
export type Solve = (request: string, arrays: { get(name: string): { toJs(): Float64Array } }, emit: (frame: string) => void) => void;

const INFINITE = 1e20;
const finite = (value: number | bigint): number | null => (Math.abs(Number(value)) < INFINITE ? Number(value) : null);

async function solver(wasmModule: WebAssembly.Module): Promise<Solve> {
  const instantiateWasm = (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): void => {
    void WebAssembly.instantiate(wasmModule, imports).then(done);
  };
  const highs = await loadHighs({ instantiateWasm } as Parameters<typeof loadHighs>[0]); // this version ignores `wasmModule`
  const { modelStatus } = highs.constants;
  const UNDECIDED: number[] = [modelStatus.timeLimit, modelStatus.iterationLimit, modelStatus.solutionLimit, modelStatus.interrupted];

  let last: { dispose(): void } | undefined;

  /** One run, whose model lasts until the next: its memory is not collected as garbage. */
  function run(asked: Request, arrays: Arrays, left: number | null, presolve: boolean, objective: boolean) {
    const [columns, rows] = [arrays.lower.length, arrays.row_lower.length];
    last?.dispose();
    const model = highs.createModel({
      sense: highs.constants.objectiveSense[asked.maximize ? "maximize" : "minimize"],
      offset: objective ? asked.offset : 0,
      colCost: objective ? arrays.cost : new Float64Array(columns),
      colLower: arrays.lower,
      colUpper: arrays.upper,
      rowLower: arrays.row_lower,
      rowUpper: arrays.row_upper,
      numCols: columns,
      numRows: rows,
      matrix: {
        format: "csr",
        numRows: rows,
        numCols: columns,
        starts: Int32Array.from(arrays.starts),
        indices: Int32Array.from(arrays.indices),
        values: arrays.values,
      },
      ...(arrays.integer.some(Boolean) ? { integrality: Int32Array.from(arrays.integer) } : {}),
    });
    last = model;
    model.options.set({ output_flag: false });
    const set = ([name, value]: [string, string]): void => {
      const { type } = model.options.describe(name);
      model.options.set(name, type === "string" ? value : type === "boolean" ? /^(true|on)$/i.test(value) : Number(value));
    };
    for (const one of asked.tuned) {
      try {
        set(one);
      } catch {
        // One that this HiGHS does not know, or does not take in a browser, changes nothing.
      }
    }
    asked.options.filter(([name]) => name !== "threads").forEach(set);
    if (!presolve) set(["presolve", "off"]);
    if (left !== null) model.options.set("time_limit", Math.max(left, 0));
    if (asked.start.length > 0) {
      const [indices, values] = [asked.start.map(([column]) => column), asked.start.map(([, value]) => value)];
      model.setSolution({ indices: Int32Array.from(indices), values: Float64Array.from(values) });
    }
    model.run();
    return model;
  }

  return (request, proxies, emit) => {
    const began = performance.now();
    const asked = JSON.parse(request) as Request;
    const names = ["cost", "lower", "upper", "integer", "row_lower", "row_upper", "starts", "indices", "values"] as const;
    const arrays = Object.fromEntries(names.map((name) => [name, proxies.get(name).toJs()])) as Arrays;
    const isMip = arrays.integer.some(Boolean);
    let [nodes, iterations] = [0, 0];
    const seconds = (): number => (performance.now() - began) / 1000;
    const again = (presolve: boolean, objective: boolean) => {
      const found = run(asked, arrays, asked.time_limit === null ? null : asked.time_limit - seconds(), presolve, objective);
      nodes = Math.max(nodes, Number(found.info.get("mip_node_count")));
      iterations = Math.max(iterations, Number(found.info.get("simplex_iteration_count")));
      return found;
    };
    const tell = (frame: object, values: Float64Array | null = null): void => {
      emit(JSON.stringify([{ kind: "result", nodes, iterations, seconds: seconds(), bound: null, message: "", ...frame }, values && [...values]]));
    };
    let model = again(true, true);
    // Presolve has been wrong about it before: ask again without.
    if (model.getModelStatus() === modelStatus.infeasible) model = again(false, true);
    const status = model.getModelStatus();
    if (status === modelStatus.infeasible) return tell({ status: "infeasible" });
    if (status === modelStatus.unbounded || status === modelStatus.unboundedOrInfeasible) {
      const found = again(false, false).getModelStatus();
      const words = { [modelStatus.optimal]: "unbounded", [modelStatus.infeasible]: "infeasible" } as Record<number, string>;
      return tell({ status: words[found] ?? "unknown" });
    }
    const bound = isMip ? finite(model.info.get("mip_dual_bound")) : null;
    if (model.info.get("primal_solution_status") !== 2) {
      return tell({ status: UNDECIDED.includes(status) ? "unknown" : "error", bound, message: `model status ${status}` });
    }
    const [proven, solution, value] = [status === modelStatus.optimal, model.getSolution(), finite(model.getObjectiveValue())];
    if (asked.details && proven && !isMip) {
      const duals = { row_value: solution.rowValue, row_dual: solution.rowDual, col_dual: solution.colDual };
      const lists = Object.fromEntries(Object.entries(duals).map(([name, list]) => [name, [...list]]));
      emit(JSON.stringify([{ kind: "fact", duals: lists }, null]));
    }
    const gap = isMip ? finite(model.info.get("mip_gap")) : proven ? 0 : null;
    const answer = { objective: value, bound: isMip ? bound : proven ? value : null, gap, message: proven ? "Optimal" : "" };
    tell({ status: proven || asked.feasibility ? "optimal" : "feasible", ...answer }, solution.colValue);
    return undefined;
  };
}

(self as unknown as { solver: typeof solver }).solver = solver;
