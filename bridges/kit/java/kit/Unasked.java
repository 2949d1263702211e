package kit;

import java.io.*;
import java.util.*;
import java.util.stream.*;
import javax.annotation.processing.*;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.*;
import javax.lang.model.util.ElementFilter;

/**
 * Writes, as a bridge is compiled, the rest of a player of whom an engine asks more than the bridge answers: for a class `Seat`
 * the class `WholeSeat`, in which every method that `Seat` leaves out ends the run by `throw asking.lacks("its name")`.
 */
@SupportedAnnotationTypes("kit.Unasked.Rest")
public final class Unasked extends AbstractProcessor {
    /** A class that is to have such a rest; what the engine only tells its players, and does not ask, does nothing. */
    public @interface Rest {
        /** The names of what is told. */
        String[] told();
    }

    @Override public SourceVersion getSupportedSourceVersion() { return SourceVersion.latest(); }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        round.getElementsAnnotatedWith(Rest.class).forEach(each -> write((TypeElement) each));
        return true;
    }

    private void write(TypeElement type) {
        Set<String> told = Set.of(type.getAnnotation(Rest.class).told());
        String name = "Whole" + type.getSimpleName();
        String home = processingEnv.getElementUtils().getPackageOf(type).getQualifiedName().toString();
        List<String> lines = new ArrayList<>(List.of("package " + home + ";", "@SuppressWarnings(\"all\")",
                "final class " + name + " extends " + type.getSimpleName() + " {"));
        for (ExecutableElement each : ElementFilter.constructorsIn(type.getEnclosedElements())) {
            String given = IntStream.range(0, each.getParameters().size()).mapToObj(place -> "p" + place).collect(Collectors.joining(", "));
            lines.add(name + parameters(each) + " { super(" + given + "); }");
        }
        for (ExecutableElement each : ElementFilter.methodsIn(processingEnv.getElementUtils().getAllMembers(type))) {
            if (!each.getModifiers().contains(Modifier.ABSTRACT)) continue;
            String does = told.contains(each.getSimpleName().toString()) ? "" : "throw asking.lacks(\"" + each.getSimpleName() + "\");";
            lines.add("public " + plain(each.getReturnType()) + " " + each.getSimpleName() + parameters(each) + " { " + does + " }");
        }
        lines.add("}");
        try (Writer file = processingEnv.getFiler().createSourceFile(home + "." + name, type).openWriter()) {
            file.write(String.join("\n", lines));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private String parameters(ExecutableElement method) {
        return IntStream.range(0, method.getParameters().size())
                .mapToObj(place -> plain(method.getParameters().get(place).asType()) + " p" + place)
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private String plain(javax.lang.model.type.TypeMirror type) {
        return processingEnv.getTypeUtils().erasure(type).toString();
    }
}
