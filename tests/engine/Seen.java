import VASSAL.build.AbstractBuildable;
import VASSAL.build.Buildable;
import VASSAL.build.GameModule;
import VASSAL.build.module.Inventory;
import VASSAL.build.module.Map;
import VASSAL.build.module.PlayerRoster;
import VASSAL.build.module.PrivateMap;
import VASSAL.build.module.map.CounterDetailViewer;
import VASSAL.build.module.map.boardPicker.board.mapgrid.Zone;
import VASSAL.build.module.properties.MutablePropertiesContainer;
import VASSAL.counters.BasicPiece;
import VASSAL.counters.Deck;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyCommand;
import VASSAL.counters.Properties;
import VASSAL.build.module.properties.PropertyNameSource;
import VASSAL.counters.Stack;
import VASSAL.tools.FormattedString;
import java.awt.Point;
import java.awt.event.MouseEvent;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.swing.tree.TreeModel;

/**
 * Everything that the client of one player shows him of a game, or tells him when he asks, as lines of a file.
 *
 * Of the module, its maps and their zones: every property. Of each piece that lies open to him: its name, every
 * property as the client gives it to texts that he reads, and the entries of its menu. Of each place where pieces
 * lie: the text of each stack viewer. Then the lines of each inventory. What lies in a private window of the other
 * side is counted, and so is what lies in a deck that is face down.
 */
final class Seen {
  /** Where a piece was, and ids: no text of a module shows them. */
  private static final Set<String> OWN = Set.of("PieceUID", "OldLocationName", "OldX", "OldY", "OldMap", "OldBoard",
    "OldZone", "OldDeckName", "Uid");
  private final List<String> lines = new ArrayList<>();

  private Seen() {
  }

  static void write(File file) throws Exception {
    final Seen seen = new Seen();
    seen.properties();
    seen.pieces();
    seen.inventories();
    Files.writeString(file.toPath(), String.join("\n", seen.lines) + "\n");
  }

  private void say(String kind, String where, Object what) {
    lines.add(kind + "\t" + where + "\t" + String.valueOf(what).replace("\n", " ").replace("\t", " "));
  }

  private static Field field(Class<?> owner, String name) throws Exception {
    final Field field = owner.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  private static <T> List<T> all(AbstractBuildable parent, Class<T> type) {
    final List<T> found = new ArrayList<>();
    for (final Buildable child : parent.getBuildables()) {
      if (type.isInstance(child)) {
        found.add(type.cast(child));
      }
      if (child instanceof AbstractBuildable) {
        found.addAll(all((AbstractBuildable) child, type));
      }
    }
    return found;
  }

  // --- properties -----------------------------------------------------------------------------------------

  private void properties() throws Exception {
    final GameModule module = GameModule.getGameModule();
    container("module", module);
    for (final Map map : Map.getMapList()) {
      container(map.getMapName(), map);
      for (final Zone zone : all(map, Zone.class)) {
        container(zone.getName(), zone);
      }
    }
  }

  /** Whatever has properties holds them in a field of its own. */
  private void container(String name, Object owner) throws Exception {
    for (Class<?> at = owner.getClass(); at != null; at = at.getSuperclass()) {
      for (final Field field : at.getDeclaredFields()) {
        if (MutablePropertiesContainer.class.isAssignableFrom(field.getType())) {
          field.setAccessible(true);
          final Object held = field.get(owner);
          if (held instanceof MutablePropertiesContainer.Impl) {
            final java.util.Map<?, ?> known =
              (java.util.Map<?, ?>) field(MutablePropertiesContainer.Impl.class, "props").get(held);
            for (final Object key : new TreeSet<>(known.keySet())) {
              say("property", name + " " + key, ((MutablePropertiesContainer.Impl) held)
                .getMutableProperty((String) key).getPropertyValue());
            }
          }
        }
      }
    }
  }

  // --- pieces ---------------------------------------------------------------------------------------------

  /** Whether this client opens the window of a map. */
  private static boolean opens(Map map) {
    return !(map instanceof PrivateMap) || ((PrivateMap) map).isVisibleTo(PlayerRoster.getMySide());
  }

  private void pieces() throws Exception {
    for (final Map map : Map.getMapList()) {
      if (!opens(map)) {
        say("closed", map.getMapName(), count(map));
        continue;
      }
      final Set<Point> points = new LinkedHashSet<>();
      for (final GamePiece piece : map.getPieces()) {
        points.add(piece.getPosition());
        if (piece instanceof Deck) {
          deck((Deck) piece);
        }
        else if (piece instanceof Stack) {
          ((Stack) piece).asList().forEach(one -> piece(map, one));
        }
        else {
          piece(map, piece);
        }
      }
      for (final CounterDetailViewer viewer : map.getComponentsOf(CounterDetailViewer.class)) {
        for (final Point point : points) {
          viewed(map, viewer, point);
        }
      }
    }
  }

  private static int count(Map map) {
    int found = 0;
    for (final GamePiece piece : map.getPieces()) {
      found += piece instanceof Stack ? ((Stack) piece).getPieceCount() : 1;
    }
    return found;
  }

  private void deck(Deck deck) {
    say("deck", deck.getDeckName(), deck.getPieceCount());
    menu("deck " + deck.getDeckName(), deck);
    if (!deck.isFaceDown()) {
      deck.asList().forEach(piece -> piece(deck.getMap(), piece));
    }
  }

  private void piece(Map map, GamePiece piece) {
    final Point at = piece.getPosition();
    final String where = map.getMapName() + " " + at.x + "," + at.y;
    if (Boolean.TRUE.equals(piece.getProperty(Properties.INVISIBLE_TO_ME))) {
      say("invisible", where, "");
      return;
    }
    say("name", where, piece.getName());
    say("name", where, piece.getLocalizedName());
    final Set<String> names = new TreeSet<>(((PropertyNameSource) piece).getPropertyNames());
    Collections.addAll(names, "Title", "Layer", "Side", "Deck", BasicPiece.PIECE_NAME, BasicPiece.BASIC_NAME);
    names.removeAll(OWN);
    for (final String name : names) {
      final Object value = piece.getLocalizedProperty(name);
      if (value != null && !value.equals("")) {
        say("trait", where + " " + piece.getLocalizedName() + " " + name, value);
      }
    }
    menu(where + " " + piece.getLocalizedName(), piece);
  }

  private void menu(String where, GamePiece piece) {
    final Object commands = piece.getProperty(Properties.KEY_COMMANDS);
    if (commands instanceof KeyCommand[]) {
      for (final KeyCommand command : (KeyCommand[]) commands) {
        if (command.getName() != null && !command.getName().isEmpty()) {
          say("menu", where, command.getName() + (command.isEnabled() ? "" : " (off)"));
        }
      }
    }
  }

  /** The texts of a stack viewer while the mouse rests on a point. */
  private void viewed(Map map, CounterDetailViewer viewer, Point point) throws Exception {
    final Point shown = map.mapToComponent(point);
    field(CounterDetailViewer.class, "currentMousePosition").set(viewer,
      new MouseEvent(map.getView(), MouseEvent.MOUSE_MOVED, 0, 0, shown.x, shown.y, 0, false));
    final Method pick = CounterDetailViewer.class.getDeclaredMethod("getDisplayablePieces");
    pick.setAccessible(true);
    final List<?> pieces = (List<?>) pick.invoke(viewer);
    if (pieces.isEmpty()) {
      return;
    }
    field(CounterDetailViewer.class, "displayablePieces").set(viewer, pieces);
    final Method prepare = CounterDetailViewer.class.getDeclaredMethod("prepareText");
    prepare.setAccessible(true);
    prepare.invoke(viewer);
    final String where = map.getMapName() + " " + point.x + "," + point.y;
    say("viewer", where, field(CounterDetailViewer.class, "topText").get(viewer));
    final FormattedString below = (FormattedString) field(CounterDetailViewer.class, "counterReportFormat").get(viewer);
    if (!below.getFormat().isEmpty()) {
      for (final Object piece : pieces) {
        say("viewer", where, below.getLocalizedText((GamePiece) piece, viewer, "Seen"));
      }
    }
  }

  // --- inventories ----------------------------------------------------------------------------------------

  private void inventories() throws Exception {
    for (final Inventory inventory : all(GameModule.getGameModule(), Inventory.class)) {
      final Method build = Inventory.class.getDeclaredMethod("buildTreeModel");
      build.setAccessible(true);
      build.invoke(inventory);
      final TreeModel results = (TreeModel) field(Inventory.class, "results").get(inventory);
      branch(inventory.getConfigureName(), results, results.getRoot());
    }
  }

  private void branch(String where, TreeModel tree, Object at) {
    for (int i = 0; i < tree.getChildCount(at); ++i) {
      final Object child = tree.getChild(at, i);
      say("inventory", where, child);
      branch(where + " / " + child, tree, child);
    }
  }
}
