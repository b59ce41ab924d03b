import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.PackageTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import com.sun.tools.javac.tree.JCTree;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Prints every use of a name that javac resolves to a class or member in the given files, as JSON lines. Standard input has the root
 * folder and then the paths of the files, one per line. Missing libraries leave their own uses out, nothing else.
 */
public class JavaUses extends TreePathScanner<Void, Void> {
  private static final Set<ElementKind> COUNTED =
      Set.of(
          ElementKind.CLASS,
          ElementKind.INTERFACE,
          ElementKind.ENUM,
          ElementKind.ANNOTATION_TYPE,
          ElementKind.RECORD,
          ElementKind.METHOD,
          ElementKind.FIELD,
          ElementKind.ENUM_CONSTANT,
          ElementKind.RECORD_COMPONENT);

  private final Trees trees;
  private final Path root;
  private final PrintWriter out;
  /** The compiler searches the whole file for each element, so that is done once. */
  private final Map<Element, String> places = new HashMap<>();

  private JavaUses(Trees trees, Path root, PrintWriter out) {
    this.trees = trees;
    this.root = root;
    this.out = out;
  }

  public static void main(String[] arguments) throws IOException {
    List<String> lines = new String(System.in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    Path root = Path.of(lines.get(0));
    List<Path> files = lines.stream().skip(1).map(root::resolve).toList();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
    // Errors of missing libraries must not stop the attribution of the rest.
    List<String> options = List.of("-proc:none", "-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "0");
    JavacTask task =
        (JavacTask)
            compiler.getTask(
                null, manager, diagnostic -> {}, options, null, manager.getJavaFileObjectsFromPaths(files));
    PrintWriter out =
        new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8)));
    List<CompilationUnitTree> units = new ArrayList<>();
    task.parse().forEach(units::add);
    task.analyze();
    JavaUses uses = new JavaUses(Trees.instance(task), root, out);
    for (CompilationUnitTree unit : units) uses.scan(unit, null);
    out.flush();
  }

  @Override
  public Void visitImport(ImportTree node, Void none) {
    return null;
  }

  @Override
  public Void visitPackage(PackageTree node, Void none) {
    return null;
  }

  @Override
  public Void visitIdentifier(IdentifierTree node, Void none) {
    use(node.getName().toString(), ((JCTree) node).pos);
    return super.visitIdentifier(node, none);
  }

  @Override
  public Void visitMemberSelect(MemberSelectTree node, Void none) {
    useAtEnd(node, node.getIdentifier().toString());
    return super.visitMemberSelect(node, none);
  }

  @Override
  public Void visitMemberReference(MemberReferenceTree node, Void none) {
    useAtEnd(node, node.getName().toString());
    return super.visitMemberReference(node, none);
  }

  /** The name is the last part of the node. */
  private void useAtEnd(Tree node, String name) {
    CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
    use(name, trees.getSourcePositions().getEndPosition(unit, node) - name.length());
  }

  private void use(String name, long offset) {
    Element element = trees.getElement(getCurrentPath());
    if (element == null || offset < 0 || !COUNTED.contains(element.getKind())) return;
    List<String> targets = new ArrayList<>();
    if (isLocal(element) || !addTarget(element, targets)) return;
    if (element.getKind() == ElementKind.METHOD) {
      for (Element other : element.getEnclosingElement().getEnclosedElements()) {
        boolean isOverload = other != element && other.getSimpleName().equals(element.getSimpleName());
        if (isOverload && other.getKind() == ElementKind.METHOD) addTarget(other, targets);
      }
    }
    CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
    out.printf(
        "{\"path\":%s,\"offset\":%d,\"name\":%s,\"kind\":%s,\"targets\":[%s]}%n",
        quote(pathOf(unit)), offset, quote(name), quote(element.getKind().toString()), String.join(",", targets));
  }

  /** Inside a method: a local or nameless class, or a member of one. */
  private static boolean isLocal(Element element) {
    for (Element around = element.getEnclosingElement(); around != null; around = around.getEnclosingElement()) {
      if (around.getKind() == ElementKind.PACKAGE) return false;
      if (!around.getKind().isClass() && !around.getKind().isInterface()) return true;
    }
    return false;
  }

  private boolean addTarget(Element element, List<String> targets) {
    String place = places.computeIfAbsent(element, this::placeOf);
    return !place.isEmpty() && targets.add(place);
  }

  /** Empty if the element is not in one of the files. */
  private String placeOf(Element element) {
    TreePath path = trees.getPath(element);
    if (path == null) return "";
    CompilationUnitTree unit = path.getCompilationUnit();
    long line = unit.getLineMap().getLineNumber(((JCTree) path.getLeaf()).pos);
    return String.format("{\"path\":%s,\"line\":%d}", quote(pathOf(unit)), line);
  }

  private String pathOf(CompilationUnitTree unit) {
    return root.relativize(Path.of(unit.getSourceFile().toUri())).toString().replace('\\', '/');
  }

  private static String quote(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
